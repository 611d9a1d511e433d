import { after, instant, seconds } from '@hearth/words';
import { expect, test } from 'vitest';

import { due } from './due.ts';
import { job, schedule } from './house.test.helper.ts';

const MINUTE = 60_000;
const at = (minutes: number) => instant(minutes * MINUTE);

test('an instant is due once: the mark moves past it', () => {
  const first = due(job(), schedule(), at(9.5), at(10.1));
  expect(first.instants).toEqual([{ dueAt: at(10), runAt: at(10), fire: true }]);
  expect(due(job(), schedule(), first.mark, at(10.1)).instants).toEqual([]);
});

test('after downtime catch_up once fires the latest instant alone', () => {
  const made = due(job(), schedule({ catchUp: 'once' }), at(0), at(10.5));
  expect(made).toEqual({
    instants: [{ dueAt: at(10), runAt: at(10), fire: true }],
    mark: at(10.5),
  });
});

test('after downtime catch_up all fires each, and leaves the rest of a long row for the next look', () => {
  const made = due(job(), schedule({ catchUp: 'all' }), at(0), at(150));
  expect(made.instants).toHaveLength(100);
  expect(made.mark).toBe(at(100));
  const rest = due(job(), schedule({ catchUp: 'all' }), made.mark, at(150));
  expect(rest.instants.map((one) => one.dueAt)).toEqual(
    Array.from({ length: 50 }, (_, index) => at(101 + index)),
  );
});

test('after downtime catch_up skip records the latest as skipped, and fires what is due just now', () => {
  const hourly = schedule({
    catchUp: 'skip',
    when: { kind: 'every', every: seconds(3600) },
  });
  expect(due(job(), hourly, at(0), at(62)).instants).toMatchObject([
    { dueAt: at(60), fire: false },
  ]);
  expect(due(job(), hourly, at(0), at(60.5)).instants).toMatchObject([
    { dueAt: at(60), fire: true },
  ]);
});

test('an instant later than max_lateness is skipped and says how late it was', () => {
  const strict = schedule({ maxLateness: seconds(20) });
  expect(due(job(), strict, at(9.5), at(10.5)).instants).toEqual([
    {
      dueAt: at(10),
      runAt: at(10),
      fire: false,
      note: '30 s late, more than max_lateness allows',
    },
  ]);
});

test('jitter delays the run by the same share each time and never loses an instant', () => {
  const spread = schedule({ jitter: seconds(30) });
  const [first] = due(job(), spread, at(9), after(at(10), seconds(30))).instants;
  const [second] = due(job(), spread, at(10), after(at(11), seconds(30))).instants;
  expect(first?.dueAt).toBe(at(10));
  expect(second?.dueAt).toBe(at(11));
  expect((second?.runAt ?? 0) - (first?.runAt ?? 0)).toBe(MINUTE);
  expect(due(job(), spread, at(9.9), at(10)).instants).toEqual([]);
});
