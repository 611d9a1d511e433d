import { describe, expect, it } from 'vitest';

import { faultsOfJob } from '../faults.test.helper.ts';
import { readManifest } from '../read.ts';

describe('a schedule', () => {
  it.each([
    ['schedule: "30 1 * *"', 'schedule: the cron line "30 1 * *" has 4 fields, not 5'],
    ['schedule: "0 0 31 2 *"', 'schedule: the cron line "0 0 31 2 *" can never come'],
    ['schedule: not-a-schedule', 'schedule: the cron line "not-a-schedule" has 1 field, not 5'],
    ['schedule: 15', 'schedule: must be a cron line such as "30 1 * * *", not the number 15'],
    [
      'schedule: { cron: "61 * * * *" }',
      'schedule.cron: in the cron line "61 * * * *", the minute "61" is not',
    ],
    ['schedule: {}', 'schedule: a schedule needs one kind; write one of: cron, every'],
    [
      'schedule: { cron: "@daily", every: 1h }',
      'schedule.every: a schedule is of one kind, and this one is cron and every',
    ],
    ['schedule: { every: 500ms }', 'schedule.every: "500ms" is too short; write at least 1s'],
    [
      'schedule: { every: 1h, timezone: UTC }',
      'schedule.timezone: an interval follows elapsed time, in no zone; take it out',
    ],
    [
      'schedule: { cron: "@daily", timezone: Europe/Londn }',
      'schedule.timezone: there is no time zone "Europe/Londn"; did you mean "Europe/London"?',
    ],
    [
      'schedule: { cron: "@daily", catch_up: al }',
      'schedule.catch_up: "al" is not allowed; did you mean "all"?',
    ],
    [
      'schedule: { cron: "@daily", jiter: 5m }',
      'schedule.jiter: unknown key "jiter"; did you mean "jitter"?',
    ],
    ['schedule: ["@daily"]', 'schedule: must be a map of names, not a list'],
  ])('%s is told that %s', (settings, fault) => {
    const faults = faultsOfJob(settings);
    expect(faults).toHaveLength(1);
    expect(faults[0]?.slice(0, fault.length)).toBe(fault);
  });

  it('is read in its own zone, else in that of the house', () => {
    const text = `
timezone: Europe/London
classes: { light: { memory: 256M, cpu: 50% } }
jobs:
  a: { class: light, command: [x], timeout: 1h, schedule: "30 1 * * *" }
  b: { class: light, command: [x], timeout: 1h, schedule: { cron: "@daily", timezone: Asia/Tokyo, jitter: 5m } }
  c: { class: light, command: [x], timeout: 1h, schedule: { every: 15m, catch_up: skip, max_lateness: 1h } }
`;
    const loaded = readManifest([{ file: 'a.yaml', text }]);
    const schedules = loaded.ok
      ? [...loaded.manifest.jobs.values()].map((job) => job.schedule)
      : [];
    expect(schedules).toEqual([
      {
        when: { kind: 'cron', expression: '30 1 * * *', timeZone: 'Europe/London' },
        catchUp: 'once',
        jitter: 0,
        maxLateness: null,
      },
      {
        when: { kind: 'cron', expression: '@daily', timeZone: 'Asia/Tokyo' },
        catchUp: 'once',
        jitter: 300,
        maxLateness: null,
      },
      { when: { kind: 'every', every: 900 }, catchUp: 'skip', jitter: 0, maxLateness: 3600 },
    ]);
  });
});
