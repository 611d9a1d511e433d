import type { Probe } from '@hearth/manifest';
import { instant, name, seconds, type ProbeName, type RunnerName } from '@hearth/words';
import { expect, test } from 'vitest';

import { createBell, type Bell } from '../bell.ts';
import { createErrands, type Errands } from '../errands/desk.ts';
import { watchProbes, type ProbeWatch } from './watch.ts';

const UPS = name<ProbeName>('ups');
const PI = name<RunnerName>('pi');

interface Setting extends Disposable {
  readonly watch: ProbeWatch;
  readonly errands: Errands;
  readonly bell: Bell;
  /** The next change of the probe. */
  changed(): Promise<string>;
}

/** A watch over one command probe, and a desk on which errands wait for a runner for no longer than `wait` seconds. */
function setting(wait: number): Setting {
  const probe: Probe = {
    name: UPS,
    check: { kind: 'command', command: ['ups'] },
    every: seconds(3600),
    timeout: seconds(5),
    downAfter: 2,
    upAfter: 1,
  };
  const bell = createBell();
  let made = 0;
  const errands = createErrands({
    folder: '/etc/hearth',
    token: () => `errand-${(made += 1)}`,
    bell,
    wait: seconds(wait),
    grace: seconds(60),
  });
  let next = Promise.withResolvers<string>();
  const watch = watchProbes({
    probes: new Map([[UPS, probe]]),
    machine: () => ({ up: true, detail: null }),
    run: errands.run,
    now: () => instant(Date.now()),
    random: () => 0,
    changed: (_, { state, detail }) => next.resolve(`${state}: ${detail}`),
  });
  return {
    watch,
    errands,
    bell,
    changed() {
      next = Promise.withResolvers();
      return next.promise;
    },
    [Symbol.dispose]() {
      watch.close();
      errands.close();
    },
  };
}

/** Takes the next errand, when it is there, and says how it ended. */
async function runner({ errands, bell }: Setting, code: number, detail: string): Promise<void> {
  for (let claim = 1; ; claim += 1) {
    const [errand] = errands.take(PI, `claim-${claim}`);
    if (errand !== undefined) {
      errands.report(PI, errand.errand_id, { code, signal: null, detail });
      return;
    }
    await bell.next(10_000, new AbortController().signal);
  }
}

test('without a runner a command probe is down, and it is up soon after one has come', async () => {
  using house = setting(0.02);
  const down = house.changed();
  house.watch.want(new Set([UPS]));
  expect(await down).toBe('down: no runner is here to run it');
  const up = house.changed();
  await runner(house, 0, 'on mains');
  expect(await up).toBe('up: null');
});

test('an exit code that is not 0 is down, with the last line', async () => {
  using house = setting(60);
  const down = house.changed();
  house.watch.want(new Set([UPS]));
  await runner(house, 3, 'on battery');
  expect(await down).toBe('down: exit code 3: on battery');
});

test('a probe that nobody could look at is not said to have been seen down', async () => {
  using house = setting(0.02);
  expect(await house.watch.lookNow([UPS])).toEqual([]);
  using busy = setting(60);
  const seen = busy.watch.lookNow([UPS]);
  await runner(busy, 1, 'on battery');
  expect(await seen).toEqual([{ probe: UPS, detail: 'exit code 1: on battery' }]);
});
