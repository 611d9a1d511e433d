import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import type { Contender, Drill } from './contender.ts';
import { Stopwatch, type Lap } from './stopwatch.ts';

/** One round of a drill: so many runs after so many that are not timed. */
export interface Round {
  readonly drill: Drill;
  readonly warmUp: number;
  readonly runs: number;
}

/** Drills a contender once, with an empty store of its own in a new folder below `folder`. */
export async function drill(
  contender: Contender,
  { drill: kind, warmUp, runs }: Round,
  folder: string,
): Promise<Lap> {
  const work = contender.drills[kind];
  if (work === undefined) throw new Error(`This contender cannot be drilled to ${kind}.`);
  const place = mkdtempSync(join(folder, 'round-'));
  const all = warmUp + runs;
  try {
    await contender.fill(place, kind === 'complete' ? all : 0);
    const watch = new Stopwatch(warmUp, runs, {
      wall: () => performance.now() / 1000,
      processor: () => ownProcessor() + contender.elsewhere(),
    });
    await work(all, watch.done);
    return watch.lap();
  } finally {
    await contender.close();
    rmSync(place, { recursive: true, force: true });
  }
}

function ownProcessor(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
}
