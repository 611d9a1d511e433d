import { temporaryFolder } from '@hearth/test-kit';
import type { HearthClient } from '@hearth/client';
import { describe, vi } from 'vitest';

import { canRunLlama } from './can-run-llama.ts';
import { startGateway, type Gateway } from './start-gateway.ts';
import { startLlama, type Llama } from './start-llama.ts';

/** A gateway in front of two machines, each of which runs a real llama-server. */
export interface House extends AsyncDisposable {
  /** Serves `tiny`, one call at a time, and makes no embeddings. */
  readonly fast: Llama;
  /**
   * Serves `slow`, and makes embeddings. It has two slots, of which the manifest declares one: if the gateway ever sent
   * it two calls at once, it would not queue the second, and {@link Llama.slots} would tell.
   */
  readonly slow: Llama;
  /** The gateway that runs now. */
  readonly gateway: Gateway;
  /** Kills the gateway, lets `meanwhile` happen, and starts another in the same house. */
  powerCut(meanwhile?: () => unknown): Promise<void>;
}

/** How many tokens the prompt and the answer may have together, on either machine. */
export const CONTEXT = 2048;

const why = await canRunLlama();

/** Describes what a real llama-server shows. Where none can be run, that is skipped, and said. */
export function describeWithLlama(title: string, body: () => void): void {
  if (why !== null) process.stderr.write(`skipped: ${title}: ${why}\n`);
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
  describe.skipIf(why !== null)(why === null ? title : `${title} (skipped: ${why})`, body);
}

/** Starts the house. */
export async function startHouse(): Promise<House> {
  await using parts = new AsyncDisposableStack();
  const folder = parts.use(await temporaryFolder());
  const fast = await startLlama({ model: 'tiny', context: CONTEXT, slots: 1 });
  parts.defer(() => fast.stop());
  const slow = await startLlama({ model: 'slow', context: CONTEXT, slots: 2, embeddings: true });
  parts.defer(() => slow.stop());
  const manifest = `
timezone: Europe/London
machines:
  fast: { url: "${fast.url}" }
  slow: { url: "${slow.url}", slots: 1, models: { slow: { aliases: [steady] } } }
`;
  let gateway = await startGateway({ folder: folder.path, manifest });
  parts.defer(() => gateway.stop());
  const all = parts.move();
  return {
    fast,
    slow,
    get gateway() {
      return gateway;
    },
    async powerCut(meanwhile) {
      await gateway.kill();
      await meanwhile?.();
      gateway = await startGateway({ folder: folder.path, manifest });
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** One machine of the house, as the gateway shows it. */
export async function machine(hearth: HearthClient, name: 'fast' | 'slow') {
  const found = (await hearth.machines()).machines.find((one) => one.name === name);
  if (found === undefined) throw new Error(`The gateway has no machine ${name}.`);
  return found;
}

/** The record of the call whose answer had this number. */
export async function recordOf(hearth: HearthClient, id: string | null) {
  const found = (await hearth.calls.list()).calls.find((call) => String(call.id) === id);
  if (found === undefined) throw new Error(`The gateway has no record of call ${id}.`);
  return found;
}

/** A prompt of so many words, each of which is one token. */
export function words(count: number): string {
  return 'word '.repeat(count).trim();
}

/** A prompt for the chat of a model that has nothing to say. */
export const HELLO = [{ role: 'user' as const, content: 'hello' }];

/** Makes the model end by itself after some tokens; the second token of its vocabulary is the end. */
export const ENDS_ITSELF = { '2': 9 };
/** Makes the model call a tool, once, and end. Its vocabulary has the beginning of a call as the third token. */
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
