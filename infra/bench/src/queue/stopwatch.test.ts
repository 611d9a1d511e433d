import { expect, test } from 'vitest';

import { Stopwatch } from './stopwatch.ts';

/** Clocks that go on by a second, and by half a second, each time they are read. */
function clocks() {
  const times = { wall: 0, processor: 0 };
  return {
    times,
    wall: () => (times.wall += 1),
    processor: () => (times.processor += 0.5),
  };
}

test('the runs of the warm-up are not timed', () => {
  const watch = new Stopwatch(2, 3, clocks());
  for (let run = 0; run < 5; run += 1) watch.done();
  expect(watch.lap()).toEqual({ seconds: 1, processor: 0.5 });
});

test('what comes after the counted runs changes nothing', () => {
  const read = clocks();
  const watch = new Stopwatch(1, 1, read);
  for (let run = 0; run < 9; run += 1) watch.done();
  expect(watch.lap().seconds).toBe(1);
  expect(read.times.wall).toBe(2);
});

test('a drill that stopped short has no lap', () => {
  const watch = new Stopwatch(1, 2, clocks());
  watch.done();
  expect(() => watch.lap()).toThrow('1 runs were done, and 3 were to be');
});
