import { join } from 'node:path';

import type { Queue } from '@hearth/queue';
import { instant, name, type JobName } from '@hearth/words';

import type { Found } from '../report.ts';
import { median } from '../statistics.ts';
import { verdict } from '../verdict.ts';
import { add, claim, complete, JOB, open } from './hearth.ts';

/** The ready runs of the one job that may start. */
const ADMISSIBLE = 1000;
/** Jobs whose runs are ready and may not start: every other one is paused, the rest wait for a window. */
const BARRED: readonly JobName[] = Array.from({ length: 10 }, (_, nth) => name(`barred-${nth}`));
const ROUNDS = 9;
/** With the warm-up these are as many as are ready at first, so that every claim takes a run of the first thousand. */
const CLAIMS = 100;
/** Of the runs that may start, so many are enqueued in one transaction, with those that lie between them. */
const BATCH = 20;

/**
 * A claim among many ready runs of which only a few may start, beside one among those few alone. The scheduler works
 * out which jobs may start, so that a claim looks at the heads of these and of no others.
 *
 * On `normal`: a sync to disk would be the same for both and would hide the difference. `barred` is how many may not
 * start, a multiple of {@link ADMISSIBLE}.
 */
export function million(folder: string, barred: number, say: (sentence: string) => void): Found {
  say(`enqueueing ${ADMISSIBLE + barred} runs`);
  const few = filled(join(folder, 'few'), 0);
  const many = filled(join(folder, 'many'), barred);
  try {
    const fewTimes: Times = { middle: [], mean: [] };
    const manyTimes: Times = { middle: [], mean: [] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      // Who begins alternates.
      const order = [[few, fewTimes] as const, [many, manyTimes] as const];
      for (const [queue, times] of round % 2 === 0 ? order : order.toReversed()) {
        const claims = timedClaims(queue);
        if (round === 0) continue;
        times.middle.push(median(claims));
        times.mean.push(claims.reduce((sum, each) => sum + each, 0) / claims.length);
      }
    }
    return found(fewTimes, manyTimes, barred);
  } finally {
    few.close();
    many.close();
  }
}

/** In microseconds, one figure for each round. */
interface Times {
  readonly middle: number[];
  readonly mean: number[];
}

function filled(folder: string, barred: number): Queue {
  const queue = open(folder, 'normal');
  for (const [nth, job] of BARRED.entries()) {
    if (nth % 2 === 0) queue.pause(job, instant(Date.now()));
  }
  // The runs that may start are spread evenly over the file, as they would be in a house: none is a neighbour of another.
  const between = barred / ADMISSIBLE;
  for (let made = 0; made < ADMISSIBLE; made += BATCH) {
    queue.write(() => {
      for (let nth = made; nth < made + BATCH; nth += 1) {
        add(queue, JOB, nth);
        for (let other = 0; other < between; other += 1) {
          add(queue, BARRED[other % BARRED.length] ?? JOB, other);
        }
      }
    });
  }
  return queue;
}

function timedClaims(queue: Queue): number[] {
  const times: number[] = [];
  for (let nth = 0; nth < CLAIMS; nth += 1) {
    const start = performance.now();
    const [head] = queue.heads([JOB]);
    if (head === undefined) throw new Error('No run is ready.');
    const claimed = claim(queue, { run: head.id });
    times.push((performance.now() - start) * 1000);
    // Ended, and another put in its place: there are as many runs at the next claim.
    complete(queue, claimed);
    add(queue, JOB, nth);
  }
  return times;
}

function found(few: Times, many: Times, barred: number): Found {
  const rows = (figures: 'middle' | 'mean') => [
    { name: `hearth, among ${count(ADMISSIBLE)}`, terms: 'a crash', figures: few[figures] },
    {
      name: `hearth, among ${count(ADMISSIBLE + barred)}`,
      terms: 'a crash',
      figures: many[figures],
    },
  ];
  const [small, large] = rows('middle');
  if (small === undefined || large === undefined) throw new Error('There are two rows.');
  const title = `One claim among ready runs of which ${count(ADMISSIBLE)} may start`;
  return {
    tables: [
      { title: `${title}: the median of a round`, unit: 'µs', rows: rows('middle') },
      { title: `${title}: the mean of a round`, unit: 'µs', rows: rows('mean') },
    ],
    verdicts: [
      verdict(`claim among ${count(ADMISSIBLE + barred)} / ${count(ADMISSIBLE)}`, large, small, {
        atMost: 1.5,
      }),
    ],
  };
}

function count(runs: number): string {
  return runs.toLocaleString('en-GB');
}
