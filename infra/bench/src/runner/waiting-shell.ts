import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';

import type { Machine } from '@hearth/testbed';

/** How both are measured: a program whose first act is to say what time it is. */
export const CLOCK = 'echo $EPOCHREALTIME';

/** In the machine; the folder is the one that it shares with this computer. */
const BELL = '/var/lib/hearth/bell';
const SCOPE = `systemd-run --scope --quiet --collect bash -c '${CLOCK}'`;
const SCRIPT = `mkfifo -m 600 ${BELL} && echo ready && while read -r _ <${BELL}; do ${CLOCK}; ${SCOPE} || exit; done`;
/** Seconds: longer than any bench. */
const LIFE = 3600;

/**
 * A shell in a machine that waits, as the runner does, and starts a bare scope when it is told to. One that had just been
 * started itself would find systemd and the processors awake, and half of what it needs in their caches.
 */
export class WaitingShell {
  readonly #bell: string;
  /** Rejects when it ends: with the machine at the latest. */
  readonly #over: Promise<never>;
  #said = '';
  #heard: () => void = () => undefined;

  private constructor(machine: Machine, folder: string) {
    this.#bell = join(folder, 'bell');
    const onStdout = (piece: Buffer): void => {
      this.#said += piece.toString();
      this.#heard();
    };
    this.#over = machine
      .run(['bash', '-c', SCRIPT], { timeoutSeconds: LIFE, onStdout })
      .then(({ code, stderr }) => {
        throw new Error(`the shell that waits ended with ${code}: ${stderr}`);
      });
    // Whoever asks is told; that it ends with the machine nobody asks for.
    this.#over.catch(() => undefined);
  }

  /** Resolves when it waits. */
  static async open(machine: Machine, folder: string): Promise<WaitingShell> {
    const shell = new WaitingShell(machine, folder);
    await shell.#lines(1);
    return shell;
  }

  /** Resolves to what both said: the shell before the start, and the program that was started. */
  async ask(): Promise<readonly string[]> {
    this.#said = '';
    await Promise.race([this.#ring(), this.#over]);
    return this.#lines(2);
  }

  async #ring(): Promise<void> {
    // Opening waits until the shell reads.
    const bell = await open(this.#bell, constants.O_WRONLY);
    await bell.write('\n');
    await bell.close();
  }

  async #lines(count: number): Promise<readonly string[]> {
    for (;;) {
      const whole = this.#said.split('\n').slice(0, -1);
      if (whole.length >= count) return whole;
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#heard = resolve;
      await Promise.race([promise, this.#over]);
    }
  }
}
