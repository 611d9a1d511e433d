import { expect, test } from 'vitest';

import { exitRecords } from './exit-records.ts';

const exit = (code: number | null, notStarted: string | null = null): string =>
  JSON.stringify({ code, not_started: notStarted, oom_kills: 0 });

test('of all records those of ends are taken, with whether they were told', () => {
  const lines = [
    './first/reported.json:{"run_id":1}',
    `./first/exit.json:${exit(0)}`,
    './second/attempt.json:{"run_id":2}',
    `./second/exit.json:${exit(1)}`,
    './third/started.json:{"pid":3}',
    `./fourth/exit.json:${exit(null, 'there is no user bob on this machine')}`,
  ];
  expect(exitRecords(lines.join('\n'))).toEqual([
    { attempt: 'first', code: 0, told: true },
    { attempt: 'second', code: 1, told: false },
  ]);
  expect(exitRecords('')).toEqual([]);
});

test('a record that is there in part is an error', () => {
  expect(() => exitRecords('./first/exit.json:{"code":0,')).toThrow(SyntaxError);
});
