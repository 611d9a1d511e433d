import { describe, expect, it } from 'vitest';

import { faultsIn } from '../faults.test.helper.ts';
import { formatProblem } from '../problem.ts';
import { readManifest } from '../read.ts';

const DIGEST = `sha256:${'a'.repeat(64)}`;

describe('the sections of the house', () => {
  it.each([
    ['job: {}', 'job: unknown key "job"; did you mean "jobs"?'],
    ['hosts: pi.lan', 'hosts: must be a list, not the text "pi.lan"; write [pi.lan]'],
    [
      'hosts: ["http://pi.lan"]',
      'hosts[0]: "http://pi.lan" is not a host; write its name or address alone, like pi.lan',
    ],
    ['hosts: [pi.lan, pi.lan]', 'hosts[1]: "pi.lan" is listed twice'],
    [
      'cors: ["*"]',
      'cors[0]: "*" would let every web page call the models; list the origins one by one',
    ],
    [
      'cors: ["https://chat.lan/"]',
      'cors[0]: "https://chat.lan/" is not an origin; write https://chat.lan',
    ],
    ['notify: {}', 'notify: a notice needs one kind; write one of: ntfy, webhook, command'],
    [
      'notify: { ntfy: "https://a/", webhook: "https://b/" }',
      'notify.webhook: a notice is of one kind',
    ],
    [
      'limits: { memory: 101% }',
      'limits.memory: "101%" is no share of a memory; write 1% to 100%, or a size such as 2G',
    ],
    [
      'limits: { memory: 2 }',
      'limits.memory: must be a size such as 2G, or a share such as 80%, not the number 2',
    ],
    ['limits: { memory: "512" }', 'limits.memory: "512" has no unit; write 512M, or 2G'],
    ['limits: { cpu: 0% }', 'limits.cpu: "0%" is too little; write at least 1%'],
    ['machines: { m: {} }', 'machines.m.url: is missing; write url: http://gpu-box.lan:8080'],
    [
      'machines: { m: { url: "http://m:8080/v1" } }',
      'machines.m.url: "http://m:8080/v1" is not the base; write http://m:8080: hearth adds the rest',
    ],
    [
      'machines: { m: { url: "http://m/?a=1" } }',
      'machines.m.url: a base URL ends before ? and #; take the rest away',
    ],
    [
      'machines: { m: { url: "http://gpu-box.lan:8080/" } }',
      'machines.m.url: is the URL of machines.gpu-box too; one machine can have several slots and models',
    ],
    [
      'machines: { m: { url: "http://m", api: olama } }',
      'machines.m.api: "olama" is not allowed; did you mean "ollama"?',
    ],
    [
      'machines: { m: { url: "http://m", slots: 0 } }',
      'machines.m.slots: 0 is not allowed; write a whole number from 1 to 256',
    ],
    [
      'machines: { m: { url: "http://m", models: { auto: {} } } }',
      'machines.m.models.auto: "auto" stands for whatever model is loaded; choose another name',
    ],
    [
      'machines: { m: { url: "http://m", models: { q: { aliases: [auto] } } } }',
      'machines.m.models.q.aliases[0]: "auto" stands for whatever model is loaded',
    ],
    [
      'machines: { m: { url: "http://m", models: { q: { tokens_per_second: 0 } } } }',
      'machines.m.models.q.tokens_per_second: 0 is not allowed',
    ],
    [
      'machines: { m: { url: "http://m", models: { a: { aliases: [c] }, b: { aliases: [c] } } } }',
      'machines.m.models.b.aliases[0]: "c" already means "a"; an alias means one model in the whole house',
    ],
    [
      'machines: { m: { url: "http://m", models: { a: { aliases: [b] }, b: {} } } }',
      'machines.m.models.a.aliases[0]: "b" is the name of a model itself',
    ],
    [
      'classes: { a-b: { memory: 1G, cpu: 50% } }',
      'classes.a-b: the name "a-b" may only have lower-case letters, digits and underscores: it becomes hearth-<class>.slice, where systemd takes a dash for a slice in a slice; write a_b',
    ],
    [
      'classes: { c: { memory: 512, cpu: 50% } }',
      'classes.c.memory: "512" has no unit; write 512M, or 2G',
    ],
    ['classes: { c: { memory: 1G, cpu: 50 } }', 'classes.c.cpu: "50" has no unit; write 50%'],
    [
      'classes: { c: { memory: 1G, cpu: half } }',
      'classes.c.cpu: "half" is not a share; write a whole number and %: 50% or 200%',
    ],
    [
      'classes: { c: { memory: 1G, cpu: 0% } }',
      'classes.c.cpu: "0%" is too little; write at least 1%',
    ],
    ['classes: { c: }', 'classes.c: has no value'],
    ['classes: [gpu]', 'classes: holds no names; write each class as "name: …" under it'],
    [
      'budgets: { b: { gpu_time: 90m, per: week } }',
      'budgets.b.per: "week" is not allowed; allowed: hour, day',
    ],
    ['budgets: { b: { gpu_time: 90, per: day } }', 'budgets.b.gpu_time: "90" has no unit'],
    [
      'budgets: { b: { gpu_time: 90m, per: day, over: waits } }',
      'budgets.b.over: "waits" is not allowed; did you mean "wait"?',
    ],
    [
      'consumers: { c: {} }',
      `consumers.c.key: is missing; run "hearth key new NAME" and write the sha256: line that it prints`,
    ],
    [
      'consumers: { c: { key: hunter2 } }',
      'consumers.c.key: a key must not stand here in plain text; run "hearth key new NAME" and write the sha256: line that it prints',
    ],
    [
      'consumers: { c: { key: "sha256:12" } }',
      'consumers.c.key: is not "sha256:" and 64 digits of 0-9 and a-f',
    ],
    [`consumers: { c: { key: "${DIGEST}", can: [] } }`, 'consumers.c.can: the list is empty'],
    [
      `consumers: { c: { key: "${DIGEST}", can: [admin] } }`,
      'consumers.c.can[0]: "admin" is not allowed; allowed: call, enqueue, operate',
    ],
    [
      `consumers: { c: { key: "${DIGEST}", budget: digst } }`,
      'consumers.c.budget: unknown budget "digst"; did you mean "digest"? budgets: digest',
    ],
    [
      `consumers: { c: { key: "${DIGEST}" } }\nrunners: { pi: { key: "${DIGEST}" } }`,
      'runners.pi.key: is the key of consumers.c too; make a key for each with "hearth key new NAME"',
    ],
    [
      'runners: { pi: { key: hunter2 } }',
      'runners.pi.key: a key must not stand here in plain text',
    ],
  ])('%s is told that %s', (text, fault) => {
    const faults = faultsIn(text).map((line) => line.replace(/^my\.yaml:\d+:\d+  /, ''));
    expect(faults).toHaveLength(1);
    expect(faults[0]?.slice(0, fault.length)).toBe(fault);
  });

  it('never show what may be a key', () => {
    expect(faultsIn('consumers: { c: { key: hunter2 }, d: { key: 123456 } }').join()).not.toMatch(
      /hunter2|123456/,
    );
  });
});

describe('a window', () => {
  const complete = {
    days: 'mon-fri',
    from: '"09:00"',
    to: '"17:30"',
    reserves: '[gpu]',
    admits: '[user]',
  };

  it.each([
    [
      { days: 'mon-fry' },
      'days: "mon-fry" in the days "mon-fry" is not a day or a range of days; write days like mon-fri',
    ],
    [{ days: '[mon, weekend]' }, 'days: "weekend" in the days "mon,weekend" is not a day'],
    [{ from: '9:00' }, 'from: "9:00" is not a time of day; write it as HH:MM'],
    [{ to: '"24:00"' }, 'to: "24:00" is not a time of day; write it as HH:MM'],
    [{ from: '9' }, 'from: must be a time of day such as "09:00", not the number 9'],
    [
      { except: '[2026-02-30]' },
      'except[0]: "2026-02-30" is not a date of the calendar; write it as YYYY-MM-DD',
    ],
    [{ reserves: '[]' }, 'reserves: the list is empty'],
    [
      { reserves: '[gpuu]' },
      'reserves[0]: unknown class "gpuu"; did you mean "gpu"? classes: gpu, light',
    ],
    [{ admits: '[]' }, 'admits: the list is empty'],
    [{ admits: '[users]' }, 'admits[0]: "users" is not allowed; did you mean "user"?'],
  ])('with %j is told that %s', (change, fault) => {
    const lines = Object.entries({ ...complete, ...change }).map(
      ([key, value]) => `    ${key}: ${value}`,
    );
    const faults = faultsIn(`windows:\n  w:\n${lines.join('\n')}`);
    expect(faults).toHaveLength(1);
    expect(faults[0]?.replace(/^my\.yaml:\d+:\d+  windows\.w\./, '').slice(0, fault.length)).toBe(
      fault,
    );
  });
});

describe('the time zone of the house', () => {
  it.each([
    [
      'jobs: { j: { class: c, command: [x], timeout: 1h, schedule: "@daily" } }',
      '2:51  jobs.j.schedule',
    ],
    [
      'windows: { w: { days: daily, from: "01:00", to: "02:00", reserves: [c], admits: [user] } }',
      '2:12  windows.w',
    ],
    ['budgets: { b: { gpu_time: 1h, per: day } }', '2:12  budgets.b'],
  ])('must be written once there is %s', (text, place) => {
    const loaded = readManifest([
      { file: 'my.yaml', text: `classes: { c: { memory: 1G, cpu: 1% } }\n${text}` },
    ]);
    expect(loaded.ok ? [] : loaded.problems.map(formatProblem)).toEqual([
      `my.yaml:${place}: needs a time zone, and the house names none; write timezone: Europe/London, or yours, at the top of a file`,
    ]);
  });
});
