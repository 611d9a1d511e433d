import { instant, seconds } from '@hearth/words';
import { expect, test } from 'vitest';
import { FakeClock } from './fake-clock.ts';

test('time stands still until it is moved', async () => {
  const clock = new FakeClock(instant(5000));
  expect(clock.now()).toBe(5000);
  await clock.advance(seconds(1.5));
  expect(clock.now()).toBe(6500);
});

test('sleepers wake at their own instants, the earliest first, equal ones in the order of their sleep', async () => {
  const clock = new FakeClock();
  const woken: [string, number][] = [];
  const sleep = async (who: string, duration: number) => {
    await clock.sleep(seconds(duration));
    woken.push([who, clock.now()]);
  };
  const all = [sleep('late', 3), sleep('first', 1), sleep('second', 1), sleep('never', 9)];
  await clock.advance(seconds(5));
  expect(woken).toEqual([
    ['first', 1000],
    ['second', 1000],
    ['late', 3000],
  ]);
  expect(clock.sleeping).toBe(1);
  await clock.advance(seconds(4));
  await Promise.all(all);
});

test('one move wakes a sleeper as often as it goes back to sleep', async () => {
  const clock = new FakeClock();
  const at: number[] = [];
  const ticking = (async () => {
    for (let count = 0; count < 10; count++) {
      await clock.sleep(seconds(0.1));
      at.push(clock.now());
    }
  })();
  await clock.advance(seconds(1));
  await ticking;
  expect(at).toEqual([100, 200, 300, 400, 500, 600, 700, 800, 900, 1000]);
});

test('an aborted sleep rejects with the reason, before or in the middle of it', async () => {
  const clock = new FakeClock();
  const power = new AbortController();
  const sleep = clock.sleep(seconds(1), power.signal);
  power.abort(new Error('enough'));
  await expect(sleep).rejects.toThrow('enough');
  expect(clock.sleeping).toBe(0);
  await expect(clock.sleep(seconds(1), power.signal)).rejects.toThrow('enough');
});

test('a sleep of no time does not wait for the clock', async () => {
  const clock = new FakeClock();
  await clock.sleep(seconds(0));
  await clock.sleep(seconds(-1));
  expect(clock.now()).toBe(0);
});

test('whenSleeping waits for as many sleepers as it is told', async () => {
  const clock = new FakeClock();
  let there = false;
  const two = clock.whenSleeping(2).then(() => (there = true));
  const sleeps = [clock.sleep(seconds(1))];
  await clock.whenSleeping();
  expect(there).toBe(false);
  sleeps.push(clock.sleep(seconds(1)));
  await two;
  await clock.advance(seconds(1));
  await Promise.all(sleeps);
});
