import { setTimeout } from 'node:timers/promises';

import { temporaryFolder } from '@hearth/test-kit';
import type { HearthClient } from '@hearth/client';
import { vi } from 'vitest';

import { canRunLlama } from './can-run-llama.ts';
import { startGateway, type Gateway } from './start-gateway.ts';
import { startLlama, type Llama } from './start-llama.ts';

type Call = Awaited<ReturnType<HearthClient['calls']['list']>>['calls'][number];
type Status = Awaited<ReturnType<HearthClient['status']>>;
type MachineStatus = Status['machines'][number];

/** A gateway in front of two machines, each of which runs a real llama-server. */
export interface House extends AsyncDisposable {
  /** Serves `tiny`, one call at a time, and makes embeddings. */
  readonly fast: Llama;
  /**
   * Serves `slow`, and makes no embeddings. It has two slots, of which the manifest declares one: if the gateway ever sent
   * it two calls at once, it would not queue the second, and {@link Llama.slots} would tell.
   */
  readonly slow: Llama;
  /** The gateway that runs now. */
  readonly gateway: Gateway;
  /** Kills the gateway and starts another in the same house. */
  powerCut(): Promise<void>;
}

/** How many tokens a prompt and its answer may have together, on either machine. */
export const CONTEXT = { fast: 2048, slow: 4096 } as const;

/** From one look at the house to the next, in milliseconds. */
const PAUSE = 25;

/** Null where a real llama-server can be run; else why not. Then every suite of these is skipped. */
export const why: string | null = await canRunLlama();

/** Goes behind the title of a suite, so that whoever reads of the skipping reads the reason too. */
export const note: string = why === null ? '' : ` (skipped: ${why})`;

if (why !== null)
  process.stderr.write(`The tests against a real llama-server are skipped. ${why}\n`);
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** Starts the house. */
export async function startHouse(): Promise<House> {
  await using parts = new AsyncDisposableStack();
  const folder = parts.use(await temporaryFolder());
  const { fast: short, slow: long } = CONTEXT;
  const fast = await startLlama({ model: 'tiny', context: short, slots: 1, embeddings: true });
  parts.defer(() => fast.stop());
  const slow = await startLlama({ model: 'slow', context: long, slots: 2 });
  parts.defer(() => slow.stop());
  const manifest = `
timezone: Europe/London
machines:
  fast: { url: "${fast.url}" }
  slow: { url: "${slow.url}", slots: 1, models: { slow: { aliases: [steady] } } }
`;
  let gateway = await startGateway({ folder: folder.path, manifest });
  parts.defer(() => gateway.kill());
  const all = parts.move();
  return {
    fast,
    slow,
    get gateway() {
      return gateway;
    },
    async powerCut() {
      await gateway.kill();
      gateway = await startGateway({ folder: folder.path, manifest });
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** One machine of the house, as the gateway shows it. */
export async function machine(hearth: HearthClient, name: 'fast' | 'slow'): Promise<MachineStatus> {
  const found = (await hearth.machines()).machines.find((one) => one.name === name);
  if (found === undefined) throw new Error(`The gateway has no machine ${name}.`);
  return found;
}

/** The record of the call whose answer had this number. */
export async function recordOf(hearth: HearthClient, id: string | null): Promise<Call> {
  const found = (await hearth.calls.list()).calls.find((call) => String(call.id) === id);
  if (found === undefined) throw new Error(`The gateway has no record of call ${id}.`);
  return found;
}

/** Looks at the house every so often, until it is as `condition` says. */
export async function untilSeen(
  hearth: HearthClient,
  condition: (house: Status) => boolean,
): Promise<void> {
  while (!condition(await hearth.status())) await setTimeout(PAUSE);
}

/**
 * Resolves when the slow machine is done with everything that was sent to it, and has said so in its log. By then
 * {@link Llama.slots} tells the whole story; before, an answer may be here sooner than the log's word of it.
 */
export async function quiet({ gateway, slow }: House): Promise<void> {
  await untilSeen(
    gateway.hearth,
    ({ calls }) => calls.running + calls.waiting + calls.draining === 0,
  );
  const { calls } = await gateway.hearth.calls.list({ limit: 200 });
  const sent = calls.filter((call) => call.machine === 'slow' && call.admitted_at !== null).length;
  await slow.slots.until(({ began, working }) => began === sent && working === 0);
}

/** The same, and throws where the slow machine ever had two calls at once: it could, and must never have to. */
export async function oneByOne(house: House): Promise<void> {
  await quiet(house);
  const { mostAtOnce } = house.slow.slots;
  if (mostAtOnce > 1) throw new Error(`The machine had ${mostAtOnce} calls at once.`);
}

/** A prompt of so many words, each of which is one token. */
export function words(count: number): string {
  return 'word '.repeat(count).trim();
}

/** A prompt for the chat of a model that has nothing to say. */
export const HELLO: { role: 'user'; content: string }[] = [{ role: 'user', content: 'hello' }];

/** Makes the model end by itself after some tokens: its token 2 is the end. */
export const ENDS_ITSELF = { '2': 12 };
/** Makes the model call a tool, once, and end: its token 3 begins a call. */
export const CALLS_A_TOOL = { '2': 100, '3': 90 };

/** A tool that a model can only call rightly. */
export const WEATHER = {
  name: 'weather',
  description: 'The weather at a place',
  parameters: {
    type: 'object',
    properties: { place: { enum: ['home', 'away'] } },
    required: ['place'],
  },
} as const;

/** A shape that an answer can have in a few tokens. */
export const PERSON = {
  type: 'object',
  properties: { name: { enum: ['ann', 'bob'] }, tall: { type: 'boolean' } },
  required: ['name', 'tall'],
  additionalProperties: false,
} as const;
