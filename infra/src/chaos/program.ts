import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** One of hearth's programs, run from source, that is killed and started again. */
export class Program {
  readonly #name: 'gateway' | 'runner';
  readonly #flags: readonly string[];
  readonly #ready: RegExp;
  #child: ChildProcess | null = null;
  /** The last lines that it wrote, over all its lives. */
  readonly lines: string[] = [];

  constructor(name: 'gateway' | 'runner', flags: readonly string[], ready: RegExp) {
    this.#name = name;
    this.#flags = flags;
    this.#ready = ready;
  }

  /** Starts it and waits for the line that says it is ready. */
  async start(): Promise<void> {
    const main = `apps/${this.#name}/src/main.ts`;
    const child = spawn(process.execPath, ['-C', '@hearth/source', main, ...this.#flags], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        this.lines.push(line);
        if (this.lines.length > 200) this.lines.shift();
      });
    }
    await new Promise<void>((resolve, reject) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (this.#ready.test(line)) resolve();
      });
      child.once('exit', (code) => {
        const last = this.lines.slice(-5).join('\n');
        reject(
          new Error(`the ${this.#name} ended with code ${code} before it was ready:\n${last}`),
        );
      });
    });
  }

  /** Kills it as a power switch would, and waits for its end. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Tells it to end, and waits for that. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  }
}
