import type { Found } from '../report.ts';
import { median, quantile } from '../statistics.ts';
import { takeTurns } from '../turns.ts';
import { held } from '../verdict.ts';
import { Caller, type Where } from './caller.ts';
import { CONTENDERS, type Key, type Served } from './contenders.ts';
import type { ModelMachine, Stay } from './model-machine.ts';

/** How much is measured. */
export interface HandoverOptions {
  readonly machine: ModelMachine;
  /** Those that have a queue. */
  readonly served: ReadonlyMap<Key, Served>;
  readonly rounds: number;
  /** Handovers in a round. */
  readonly calls: number;
  readonly say: (sentence: string) => void;
}

type Who = Key | 'alone';

/** So many wait while one is on the machine. */
const WAITING = 100;

/**
 * From the end of one call to the next one's arrival at the machine, which answers at once, while a hundred wait: by the
 * machine's own log. What one client that only asks again and again needs for it is the least that there can be.
 */
export async function handover(options: HandoverOptions): Promise<Found> {
  const { machine, served, rounds, calls, say } = options;
  const laps = await takeTurns<Who, readonly number[]>({
    keys: ['alone', ...served.keys()],
    async drill(who) {
      const where = who === 'alone' ? { url: machine.url, headers: {} } : served.get(who);
      if (where === undefined) throw new Error('Nobody calls through this contender.');
      const callers = who === 'alone' ? 1 : WAITING + 1;
      await machine.tell();
      // As many again before and after: the line has to grow to its length first, and is shorter at the end.
      await askTogether(where, callers, callers + calls + callers);
      const { stays } = await machine.tell();
      return gaps(stays).slice(callers, callers + calls);
    },
    atLeast: rounds,
    atMost: rounds,
    settled: () => true,
    say,
  });
  const rows = (figureOf: (gaps: readonly number[]) => number) =>
    [...laps].map(([who, own]) => ({
      name: who === 'alone' ? 'one client alone, direct' : CONTENDERS[who].name,
      terms: who === 'alone' ? 'nobody waits' : `${WAITING} wait`,
      figures: own.map((lap) => figureOf(lap)),
    }));
  const hearth = laps.get('hearth') ?? [];
  const title = 'From the end of a call to the next one at the machine';
  return {
    tables: [
      { title: `${title}, p50`, unit: 'ms', rows: rows(median) },
      { title: `${title}, p99`, unit: 'ms', rows: rows((lap) => quantile(lap, 0.99)) },
    ],
    verdicts: [
      held(
        `hearth, from a call to the next, p50, ${WAITING} wait (ms)`,
        hearth.map((lap) => median(lap)),
        { atMost: 1 },
      ),
    ],
  };
}

/** So many callers at once, each asking again as soon as it has its answer, until all together have asked `calls` times. */
async function askTogether(where: Where, callers: number, calls: number): Promise<void> {
  await using stack = new AsyncDisposableStack();
  let left = calls;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      const caller = stack.use(new Caller(where));
      while (left > 0) {
        left -= 1;
        await caller.whole();
      }
    }),
  );
}

/** The time between each end and the next beginning, in milliseconds. */
export function gaps(stays: readonly Stay[]): readonly number[] {
  return stays.slice(1).flatMap(({ from }, place) => {
    const until = stays[place]?.until ?? null;
    return until === null ? [] : [from - until];
  });
}
