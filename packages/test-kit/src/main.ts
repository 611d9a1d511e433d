/**
 * A machine as a process of its own: `main.ts --port 8080 --rate 14 --context 8192 --model demo --kind ollama`.
 * Prints one line when it listens, and ends on SIGTERM, on SIGINT, or when the parent that it talks to by IPC is gone.
 * Exits with 1 when it cannot listen and with 2 for wrong use.
 *
 * @module
 */
import { parseArgs } from 'node:util';
import { tokens } from '@hearth/words';
import { KINDS } from './machine/kinds.ts';
import { startMachine, type MachineOptions } from './machine/start-machine.ts';

/** How many times faster than it answers a simulated machine reads; about what a GPU does. */
const PREFILL_FACTOR = 20;

const options = readOptions();
if (typeof options === 'string') {
  process.stderr.write(`${options}\n`);
  process.exitCode = 2;
} else {
  await run(options);
}

async function run(wanted: MachineOptions): Promise<void> {
  try {
    const machine = await startMachine(wanted);
    process.stdout.write(`A simulated ${wanted.kind} machine listens at ${machine.url}\n`);
    const end = async () => {
      await machine.close();
      // The open channel to the parent would keep this process alive.
      if (process.connected) process.disconnect?.();
    };
    for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) process.once(event, () => void end());
  } catch (error) {
    process.stderr.write(`The simulated machine cannot start: ${String(error)}\n`);
    process.exitCode = 1;
  }
}

/** The options that the flags ask for, or one sentence about what is wrong with them. */
function readOptions(): MachineOptions | string {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: '0' },
        rate: { type: 'string', default: '20' },
        context: { type: 'string', default: '8192' },
        model: { type: 'string', default: 'simulated' },
        kind: { type: 'string', default: 'llama.cpp' },
      },
    });
    const kind = KINDS.find((known) => known === values.kind);
    if (kind === undefined) return `--kind must be one of ${KINDS.join(', ')}; got ${values.kind}.`;
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 0 || port > 65535) {
      return `--port must be a whole number from 0 to 65535; got ${values.port}.`;
    }
    const rate = Number(values.rate);
    if (!(rate > 0)) {
      return `--rate must be a number of tokens a second above 0; got ${values.rate}.`;
    }
    const context = Number(values.context);
    if (!Number.isInteger(context) || context < 1) {
      return `--context must be a whole number of tokens above 0; got ${values.context}.`;
    }
    return {
      kind,
      port,
      tokensPerSecond: rate,
      prefillTokensPerSecond: rate * PREFILL_FACTOR,
      models: [{ name: values.model, context: tokens(context) }],
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
