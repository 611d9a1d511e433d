import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { prepareLlama } from './prepare-llama.ts';
import { SlotLog } from './slot-log.ts';

const RUN = fileURLToPath(new URL('run-llama.sh', import.meta.url));
const MAKE_MODEL = fileURLToPath(new URL('make-model.py', import.meta.url));

/**
 * How many layers, and how wide. On one core of a small computer `tiny` writes some thousand tokens a second, and
 * `slow` some hundred, about as many as it reads.
 */
const MODELS = { tiny: { layers: 2, width: 64 }, slow: { layers: 12, width: 320 } } as const;

/** What is to run. */
export interface LlamaOptions {
  /** Which of the models of random weights; it is known as `/tmp/NAME.gguf`. */
  readonly model: keyof typeof MODELS;
  /** Prompt and answer together of one slot, in tokens; 4096 at most. */
  readonly context: number;
  /** How many calls it takes at once. */
  readonly slots: number;
  /** Whether it also makes embeddings. */
  readonly embeddings?: boolean;
}

/** A llama-server that runs. */
export interface Llama {
  /** Where it answers, like `http://127.0.0.1:40123`. */
  readonly url: string;
  /** What its slots have done since it started. */
  readonly slots: SlotLog;
  /** How many of its slots are at work, as it says itself. */
  busy(): Promise<number>;
  /** Ends it and resolves when it has ended. */
  stop(): Promise<void>;
}

/**
 * Starts Debian's llama-server with a model that answers nonsense and never stops by itself. Resolves when it is ready.
 * It ends with this process, however that ends. Rejects, with what it said, when it ends before it is ready.
 */
export async function startLlama(options: LlamaOptions): Promise<Llama> {
  const root = await prepareLlama();
  const { layers, width } = MODELS[options.model];
  const model = [MAKE_MODEL, options.model, String(layers), String(width)];
  const apart = ['--pdeathsig', 'KILL', 'unshare', '--mount', 'sh', RUN, String(process.pid), root];
  const child = spawn('setpriv', [...apart, ...model, ...flags(options)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });

  const ended = new Promise<never>((_, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) =>
      reject(new Error(`llama-server ended (${signal ?? code}): ${said.slice(-8).join('\n')}`)),
    );
  });
  // Whoever still waits is told; that nobody does is no fault.
  ended.catch(() => undefined);
  const slots = new SlotLog(ended);
  const said: string[] = [];
  const listening = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        said.push(line);
        if (said.length > 100) said.shift();
        slots.read(line);
        const url = /listening on (http:\S+)/.exec(line)?.[1];
        if (url !== undefined) resolve(url);
      });
    }
  });
  const url = await Promise.race([listening, ended]);
  const health = await fetch(`${url}/health`);
  if (!health.ok) throw new Error(`llama-server listens and is not well: ${await health.text()}`);
  return {
    url,
    slots,
    busy: () => busyAt(url),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    },
  };
}

function flags({ context, slots, embeddings = false }: LlamaOptions): string[] {
  // A whole prompt is one batch, so that the server hears nothing before it is through, as on a slow card.
  const values = {
    host: '127.0.0.1',
    port: 0,
    threads: 1,
    'ctx-size': context * slots,
    parallel: slots,
    'batch-size': context,
    ...(embeddings && { pooling: 'mean' }),
  };
  const given = Object.entries(values).flatMap(([flag, value]) => [`--${flag}`, String(value)]);
  return [...given, '--no-webui', ...(embeddings ? ['--embeddings'] : [])];
}

async function busyAt(url: string): Promise<number> {
  const response = await fetch(`${url}/slots`);
  const slots = (await response.json()) as readonly { readonly is_processing: boolean }[];
  return slots.filter((slot) => slot.is_processing).length;
}
