import { open } from 'node:fs/promises';
import { join } from 'node:path';

import type { Machine } from '@hearth/testbed';

/** How both are measured: a program whose first act is to say what time it is. */
export const CLOCK = 'echo $EPOCHREALTIME';

/** In the machine; the folder is the one that it shares with this computer. */
const BELL = '/var/lib/hearth/bell';
const SCOPE = `systemd-run --scope --quiet --collect bash -c '${CLOCK}'`;
const SCRIPT = `mkfifo -m 600 ${BELL} && while read -r _ <${BELL}; do ${CLOCK}; ${SCOPE} || echo failed; done`;

/**
 * A shell in a machine that waits, as the runner does, and starts a bare scope when it is told to. One that had just been
 * started itself would find systemd and the processors awake, and half of what it needs in their caches.
 */
export class WaitingShell {
  readonly #bell: string;
  #said = '';
  #heard: (() => void) | null = null;

  constructor(machine: Machine, folder: string) {
    this.#bell = join(folder, 'bell');
    const onStdout = (piece: Buffer): void => {
      this.#said += piece.toString();
      this.#heard?.();
    };
    // It goes on until the machine is stopped, which is what it ends with.
    machine.run(['bash', '-c', SCRIPT], { timeoutSeconds: 3600, onStdout }).catch(() => undefined);
  }

  /** Resolves to what both said: the shell before the start, and the program that was started. */
  async ask(): Promise<readonly [string, string]> {
    this.#said = '';
    const bell = await open(this.#bell, 'w');
    await bell.write('\n');
    await bell.close();
    for (;;) {
      const [before, after, rest] = this.#said.split('\n');
      if (before !== undefined && after !== undefined && rest !== undefined) return [before, after];
      await new Promise<void>((resolve) => (this.#heard = resolve));
    }
  }
}
