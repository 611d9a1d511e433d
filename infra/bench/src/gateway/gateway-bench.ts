import { join } from 'node:path';

import { describeMachine } from '../machine.ts';
import { installPeers, pinned } from '../peers.ts';
import type { BenchOptions, Report } from '../report.ts';
import { Unavailable } from '../unavailable.ts';
import { workFolder } from '../work-folder.ts';
import { buildGateway, CONTENDERS, serve, type Key, type Served } from './contenders.ts';
import { crowd } from './crowd.ts';
import { handover } from './handover.ts';
import { latency } from './latency.ts';
import { memory } from './memory.ts';
import { ModelMachine } from './model-machine.ts';
import { saturation } from './saturation.ts';

const ALL: readonly Key[] = ['hearth', 'hearthSource', 'llmQueue', 'portkey'];
/** Those that let one call at a time to the machine. */
const QUEUES: readonly Key[] = ['hearth', 'llmQueue'];

/** How much is measured: within five minutes, or within one, which leaves out what has no bound. */
const SIZES = {
  whole: {
    contenders: ALL,
    rounds: 21,
    calls: 300,
    handovers: 7,
    waves: 8,
    memory: ALL,
    starts: 3,
    span: 60,
  },
  quick: {
    contenders: ['hearth', 'llmQueue', 'portkey'],
    rounds: 3,
    calls: 150,
    handovers: 2,
    waves: 1,
    memory: ['hearth'],
    starts: 1,
    span: 12,
  },
} satisfies Record<string, Size>;

interface Size {
  readonly contenders: readonly Key[];
  /** Rounds of calls, and calls of each kind in a round. */
  readonly rounds: number;
  readonly calls: number;
  /** Rounds in which calls follow on each other. */
  readonly handovers: number;
  readonly waves: number;
  /** Whose memory is looked at. */
  readonly memory: readonly Key[];
  /** How often hearth is started to see how much it takes when idle. */
  readonly starts: number;
  /** Seconds that a machine is kept busy. */
  readonly span: number;
}

/** hearth's gateway beside llm-queue and Portkey's. */
export async function gatewayBench(
  say: (sentence: string) => void,
  { quick }: BenchOptions,
): Promise<Report> {
  const size: Size = quick ? SIZES.quick : SIZES.whole;
  const problem = installPeers();
  say('building the gateway');
  buildGateway();
  const folder = workFolder('gateway');
  await using stack = new AsyncDisposableStack();
  const machine = stack.use(await ModelMachine.start({ kind: 'ollama', rate: Infinity }));
  const machineUrl = machine.url;
  const served = new Map<Key, Served>();
  const skipped = problem === null ? [] : [problem];
  for (const key of size.contenders) {
    try {
      served.set(key, stack.use(await serve(key, machineUrl, join(folder, key))));
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      skipped.push(`${CONTENDERS[key].name}: ${error.message}`);
    }
  }
  const present = (keys: readonly Key[]): Key[] => keys.filter((key) => served.has(key));
  const queues = new Map([...served].filter(([key]) => QUEUES.includes(key)));

  const found = [
    await latency({
      machineUrl,
      served,
      rounds: size.rounds,
      calls: size.calls,
      say: about('latency'),
    }),
    await handover({
      machine,
      served: queues,
      rounds: size.handovers,
      calls: size.calls,
      say: about('from call to call'),
    }),
    await crowd(folder, size.waves, about('a crowd')),
    await memory({
      machineUrl,
      keys: present(size.memory),
      starts: size.starts,
      folder,
      say: about('memory'),
    }),
    await saturated(),
  ];
  const { 'llm-queue': llmQueue = '', '@portkey-ai/gateway': portkey = '' } = pinned();
  return {
    bench: 'gateway',
    machine: describeMachine(folder, { 'llm-queue': llmQueue, 'Portkey gateway': portkey }),
    tables: found.flatMap(({ tables }) => tables),
    verdicts: found.flatMap(({ verdicts }) => verdicts),
    skipped,
  };

  function about(what: string): (sentence: string) => void {
    return (sentence) => say(`${what}: ${sentence}`);
  }

  async function saturated(): ReturnType<typeof saturation> {
    say(`a busy machine: ${size.span} s`);
    return saturation(present(QUEUES), folder, size.span);
  }
}
