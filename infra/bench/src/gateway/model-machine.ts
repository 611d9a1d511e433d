import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A call inside the machine, in milliseconds of its clock, which tells parts of them. */
export interface Stay {
  /** When its request was there. */
  readonly from: number;
  /** When its answer was written, or it ended otherwise; null while it is inside. */
  readonly until: number | null;
}

/** What a machine tells of itself. */
export interface Told {
  /** Those calls that have come since it was last asked, in the order in which they came. */
  readonly stays: readonly Stay[];
  /** The most calls that were ever inside together. */
  readonly mostAtOnce: number;
}

/** What a machine is to be. */
export interface ModelMachineOptions {
  /** Ollama speaks both the API that llm-queue asks by and the one that the others do. */
  readonly kind: 'ollama' | 'llama.cpp';
  /** Tokens a second; Infinity takes no time. Every answer has eight. */
  readonly rate: number;
}

const CHILD = fileURLToPath(new URL('model-machine-child.ts', import.meta.url));

/** A simulated machine with one slot and one model, `tiny`, in a process of its own. */
export class ModelMachine implements AsyncDisposable {
  /** Its base URL. */
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
  }

  /** Starts one, and resolves when it serves. */
  static async start({ kind, rate }: ModelMachineOptions): Promise<ModelMachine> {
    const child = fork(CHILD, [kind, String(rate)], { execArgv: ['-C', '@hearth/source'] });
    return new ModelMachine(child, (await message(child)) as string);
  }

  /** Asks it what it has seen. */
  async tell(): Promise<Told> {
    this.#child.send('tell');
    return (await message(this.#child)) as Told;
  }

  /** Ends it. */
  async [Symbol.asyncDispose](): Promise<void> {
    const gone = once(this.#child, 'exit');
    this.#child.disconnect();
    await gone;
  }
}

async function message(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const ended = (): void => reject(new Error('The process of the simulated machine ended.'));
    child.once('exit', ended);
    child.once('message', (said) => {
      child.removeListener('exit', ended);
      resolve(said);
    });
  });
}
