import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

/** A house in one terminal, and what it says. */
export class Terminal implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #lines: string[] = [];
  readonly #hears = new Set<() => void>();
  readonly ended: Promise<[number | null, NodeJS.Signals | null]>;

  constructor(...flags: string[]) {
    this.#child = spawn(process.execPath, ['-C', '@hearth/source', MAIN, 'up', ...flags], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.ended = once(this.#child, 'close') as typeof this.ended;
    void this.ended.then(() => this.#wake());
    for (const input of [this.#child.stdout, this.#child.stderr]) {
      if (input === null) continue;
      createInterface({ input }).on('line', (line) => {
        this.#lines.push(line);
        this.#wake();
      });
    }
  }

  get text(): string {
    return this.#lines.join('\n');
  }

  /** Waits for what it says; what is in the brackets of the pattern. */
  async says(pattern: RegExp): Promise<string> {
    for (;;) {
      const match = pattern.exec(this.text);
      if (match !== null) return match[1] ?? match[0];
      if (this.#child.exitCode !== null)
        throw new Error(`it ended without ${pattern}:\n${this.text}`);
      await new Promise<void>((resolve) => this.#hears.add(resolve));
    }
  }

  /** Reads its results no more. */
  stopReading(): void {
    this.#child.stdout?.destroy();
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill('SIGTERM');
    // What does not end in order has had its time; the test has failed by then, or killed it itself.
    const late = setTimeout(() => this.#child.kill('SIGKILL'), 10_000);
    await this.ended;
    clearTimeout(late);
  }

  #wake(): void {
    for (const hear of this.#hears) hear();
    this.#hears.clear();
  }
}
