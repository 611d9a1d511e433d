import type { Found, Row, Table } from '../report.ts';
import { median, quantile } from '../statistics.ts';
import { takeTurns, type Turns } from '../turns.ts';
import { difference, type Bound, type Verdict } from '../verdict.ts';
import { Caller, type Timing } from './caller.ts';
import { CONTENDERS, type Key, type Served } from './contenders.ts';

/** How much is measured. */
export interface LatencyOptions {
  readonly machineUrl: string;
  readonly served: ReadonlyMap<Key, Served>;
  readonly rounds: number;
  /** Calls of each kind in a round. */
  readonly calls: number;
  readonly say: (sentence: string) => void;
}

type Who = Key | 'direct';

/** The times of a round, in milliseconds. */
interface Lap {
  readonly whole: readonly number[];
  /** Processor seconds that the gateway spent on one whole answer. */
  readonly processor: number;
  readonly stream: readonly Timing[];
}

/** Portkey lets 25 ms pass after the first event of a stream: fewer of these tell as much. */
const FEW = 0.15;

/** Calls one after another, each over a connection that is kept, to the machine itself and through each contender. */
export async function latency(options: LatencyOptions): Promise<Found> {
  const { machineUrl, served, rounds, calls, say } = options;
  await using stack = new AsyncDisposableStack();
  const callers = new Map<Who, Caller>();
  callers.set('direct', stack.use(new Caller({ url: machineUrl, headers: {} })));
  for (const [key, where] of served) callers.set(key, stack.use(new Caller(where)));
  const laps = await takeTurns<Who, Lap>({
    keys: [...callers.keys()],
    async drill(who) {
      const caller = callers.get(who);
      if (caller === undefined) throw new Error('Nobody calls through this contender.');
      const spent = (): number =>
        who === 'direct' ? 0 : (served.get(who)?.process.processor() ?? 0);
      return drill(caller, spent, calls, who === 'portkey' ? calls * FEW : calls);
    },
    atLeast: rounds,
    atMost: rounds,
    settled: () => true,
    say,
  });
  const found = LOOKS.map((look) => looked(laps, look));
  return {
    tables: [...found.flatMap(({ tables }) => tables), processorTable(laps)],
    verdicts: found.flatMap(({ verdicts }) => verdicts),
  };
}

async function drill(
  caller: Caller,
  spent: () => number,
  calls: number,
  streams: number,
): Promise<Lap> {
  const before = spent();
  const whole: number[] = [];
  const stream: Timing[] = [];
  for (let call = 0; call < calls; call += 1) whole.push(await caller.whole());
  const processor = (spent() - before) / calls;
  for (let call = 0; call < streams; call += 1) stream.push(await caller.stream());
  return { whole, processor, stream };
}

/** What a busy computer distorts least. */
function processorTable(laps: Turns<Who, Lap>): Table {
  const rows = [...laps].flatMap(([who, own]) => {
    if (who === 'direct') return [];
    const { name, terms } = CONTENDERS[who];
    return [{ name, terms, figures: own.map(({ processor }) => processor * 1e6) }];
  });
  return { title: 'Time of processors for a whole answer, in the gateway', unit: 'µs', rows };
}

type Part = 'p50' | 'p99';

/** What is looked at, and what it is held against. */
interface Look {
  readonly title: string;
  readonly times: (lap: Lap) => readonly number[];
  /** The most that hearth may add, in milliseconds. */
  readonly added: Readonly<Record<Part, Bound | null>>;
  /** Whether hearth is held against the peers. */
  readonly beside: boolean;
}

const ADDED: Look['added'] = { p50: { atMost: 0.7 }, p99: { atMost: 5 } };

const LOOKS: readonly Look[] = [
  { title: 'A whole answer', times: ({ whole }) => whole, added: ADDED, beside: true },
  {
    title: 'The first byte of a stream',
    times: ({ stream }) => stream.map(({ firstByte }) => firstByte),
    added: ADDED,
    // llm-queue sends one of its own before it asks the model: that of one and the word of the other are no equals.
    beside: false,
  },
  {
    title: 'The first token of a stream',
    times: ({ stream }) => stream.map(({ firstToken }) => firstToken),
    added: { p50: null, p99: null },
    beside: true,
  },
];

const PARTS: readonly (readonly [Part, (times: readonly number[]) => number])[] = [
  ['p50', median],
  ['p99', (times) => quantile(times, 0.99)],
];

function looked(laps: Turns<Who, Lap>, look: Look): Found {
  const tables: Table[] = [];
  const verdicts: Verdict[] = [];
  for (const [part, figureOf] of PARTS) {
    const rows = new Map<Who, Row>();
    for (const [who, own] of laps) {
      const { name, terms } = who === 'direct' ? { name: 'direct', terms: '' } : CONTENDERS[who];
      rows.set(who, { name, terms, figures: own.map((lap) => figureOf(look.times(lap))) });
    }
    const title = `${look.title}, ${part}`;
    tables.push({ title, unit: 'ms', rows: [...rows.values()] });
    const hearth = rows.get('hearth');
    if (hearth === undefined) throw new Error('hearth takes part in every round.');
    for (const [who, other] of rows) {
      if (who === 'hearth' || who === 'hearthSource') continue;
      const bound = boundOf(look, who, part);
      if (bound === undefined) continue;
      verdicts.push(difference(`${title}: hearth - ${other.name} (ms)`, hearth, other, bound));
    }
  }
  return { tables, verdicts };
}

/** Undefined where hearth is not to be held against that one at all. */
function boundOf({ added, beside }: Look, who: Who, part: Part): Bound | null | undefined {
  if (who === 'direct') return added[part];
  if (!beside) return undefined;
  // At the far end whatever else the computer does decides more than either of them.
  return part === 'p50' ? { atMost: 0 } : null;
}
