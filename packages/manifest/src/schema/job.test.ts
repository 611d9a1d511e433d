import { describe, expect, it } from 'vitest';

import { faultsIn, faultsOfJob } from '../faults.test.helper.ts';

describe('a job', () => {
  it('needs a class, a command and a timeout', () => {
    expect(faultsIn('jobs:\n  backup: {}')).toEqual([
      'my.yaml:2:3  jobs.backup.class: is missing; write class: light',
      'my.yaml:2:3  jobs.backup.command: is missing; write command: [/opt/digest/bin/digest, --since, yesterday]',
      'my.yaml:2:3  jobs.backup.timeout: is missing; write timeout: 45m',
    ]);
  });

  it.each([
    ['tiemout: 45m', 'tiemout: unknown key "tiemout"; did you mean "timeout"?'],
    ['toString: x', 'toString: unknown key "toString"; allowed: class, '],
    ['every: 15m', 'every: unknown key "every"; write schedule: { every: 15m }'],
    [
      'overlap: skipp',
      'overlap: "skipp" is not allowed; did you mean "skip"? allowed: skip, queue, replace',
    ],
    ['on_window: true', 'on_window: must be a word, not the word true; allowed: stop, finish'],
    [
      'priority: urgent',
      'priority: "urgent" is not allowed; allowed: interactive, user, batch, best-effort',
    ],
    ['needs: nas', 'needs: must be a list, not the text "nas"; write [nas]'],
    ['needs: [nas, nas]', 'needs[1]: "nas" is listed twice'],
    ['grace: 10', 'grace: "10" has no unit; write 10s, 10m, 2h or 1d'],
    ['stale_after: 0d', 'stale_after: "0d" is too short; write at least 1ms'],
    [
      'stale_after:',
      'stale_after: has no value; write a duration such as 15m, or take the name out',
    ],
    ['user: Digest', 'user: "Digest" is not the name of a user; write one like hearth-job'],
    ['user: 1000', 'user: must be the name of a user, not the number 1000'],
    [
      'working_folder: photos',
      'working_folder: "photos" is not an absolute path; write one that begins with /',
    ],
    ['umask: 022', 'umask: must be octal digits in quotes, not the number 22; write "027"'],
    ['umask: "888"', 'umask: "888" is no umask; write three digits from 0 to 7, such as "027"'],
    ['nice: 20', 'nice: 20 is not allowed; write a whole number from -20 to 19'],
    ['noop: [75]', 'noop[0]: 75 always means "not now, try again"; choose another code'],
    ['noop: [0]', 'noop[0]: 0 is not allowed; write a code from 1 to 255'],
    [
      'estimate: { expect: 2h }',
      'estimate.expect: is longer than the timeout of the job; raise the timeout',
    ],
    [
      'estimate: { rule: median }',
      'estimate.rule: "median" is not allowed; allowed: last-five, long-memory',
    ],
    ['retry: 3', 'retry: must be a map of names, not the number 3'],
    ['retry: [3]', 'retry: must be a map of names, not a list'],
    [
      'retry: { attempts: 0 }',
      'retry.attempts: 0 is not allowed; write a whole number from 1 to 100',
    ],
    [
      'retry: { attempts: "3" }',
      'retry.attempts: must be a number, not the text "3"; take the quotes away',
    ],
    [
      'retry: { attempts: 2.5 }',
      'retry.attempts: 2.5 is not allowed; write a whole number from 1 to 100',
    ],
    [
      'retry: { attempts: 3, for: 2h }',
      'retry.for: stands beside attempts; keep one of them: a number, or a time',
    ],
    [
      'retry: { backoff: 2h }',
      'retry.backoff: is longer than the longest pause; raise max (default 1h)',
    ],
    ['retry: { final: [256] }', 'retry.final[0]: 256 is not allowed; write a code from 1 to 255'],
    [
      'noop: [3], retry: { final: [3] }',
      'noop: names a code that retry.final names too; an exit code can mean one thing',
    ],
    [
      'environment: { PORT: 8080 }',
      'environment.PORT: must be text, not the number 8080; put it in quotes',
    ],
    [
      'environment: { 1X: a }',
      'environment.1X: the name "1X" may only have letters, digits and underscores, and no digit at its start',
    ],
    [
      'environment: { HEARTH_URL: a }',
      'environment.HEARTH_URL: names that start with HEARTH_ are set by hearth; choose another name',
    ],
    [
      'environment: { A: "x\\0y" }',
      'environment.A: holds a NUL byte; no program can be given one; take it out',
    ],
    ['environment: [A=1]', 'environment: must be a map of names, not a list'],
    [
      'parameters: { a: { type: date } }',
      'parameters.a.type: "date" is not allowed; allowed: text, number, boolean',
    ],
    [
      'parameters: { a: { type: number, default: x } }',
      'parameters.a.default: is not of the type of the parameter; type: text is the default',
    ],
    [
      'parameters: { a: { default: c, one_of: [a, b] } }',
      'parameters.a.default: is not one of the values in one_of',
    ],
    [
      'parameters: { a: { type: number, one_of: [a] } }',
      'parameters.a.one_of: only a text has a list of values; take it out',
    ],
    ['parameters: { a: { one_of: [] } }', 'parameters.a.one_of: the list is empty'],
    [
      'parameters: { a-b: {} }',
      'parameters.a-b: the name "a-b" may only have lower-case letters, digits and underscores, and a letter at its start; write a_b',
    ],
    [
      'schedule: "@daily", parameters: { a: {} }',
      'parameters: a job with a schedule has a parameter without a default; nobody is there to pass it: give each a default',
    ],
  ])('with %s is told that %s', (settings, fault) => {
    const faults = faultsOfJob(settings);
    expect(faults).toHaveLength(1);
    expect(faults[0]?.slice(0, fault.length)).toBe(fault);
  });

  it.each([
    ['[]', 'command: names no program'],
    ['[""]', 'command: names no program'],
    [
      '/opt/x --since now',
      'command: must be a list, since no shell takes it apart, not the text "/opt/x --since now"; write [/opt/x, --since, now]',
    ],
    ['[sleep, 60]', 'command[1]: must be text, not the number 60; put it in quotes'],
    ['[cat, "a\\0b"]', 'command[1]: holds a NUL byte'],
  ])('whose command is %s is told so', (command, fault) => {
    const faults = faultsIn(`jobs:\n  j: { class: gpu, timeout: 1h, command: ${command} }`);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(`jobs.j.${fault}`);
  });

  it.each(['Backup', 'a--b', '-a', 'a_b', 'a b', 'é', 'x'.repeat(64)])(
    'cannot be called %s',
    (name) => {
      const faults = faultsIn(`jobs:\n  "${name}": { class: gpu, timeout: 1h, command: [x] }`);
      expect(faults).toHaveLength(1);
      expect(faults[0]).toMatch(/^my\.yaml:2:3 .*the name .*(may only have|longer than 63)/);
    },
  );
});
