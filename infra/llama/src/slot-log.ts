import { EventEmitter, once } from 'node:events';

/** What llama-server logs when a slot takes a task, and when it is done with it. */
const BEGAN = /\blaunch_slot_: id +\d+ \| task (\d+) \| processing task/;
const ENDED = /\brelease: id +\d+ \| task (\d+) \| stop processing: n_tokens = (\d+)/;

/**
 * What the slots of a llama-server have done, read from its log. Unlike a look at `/slots` now and then, it misses
 * nothing: two tasks that were at work at the same time are seen, however shortly that was.
 */
export class SlotLog {
  readonly #bell = new EventEmitter();
  readonly #gone: Promise<never>;
  readonly #working = new Set<string>();
  #began = 0;
  #mostAtOnce = 0;
  #lastTokens = 0;

  /** `gone` rejects when there will be no more lines, with the reason. */
  constructor(gone: Promise<never>) {
    this.#gone = gone;
  }

  /** How many tasks have begun. */
  get began(): number {
    return this.#began;
  }

  /** How many tasks are at work. */
  get working(): number {
    return this.#working.size;
  }

  /** The most tasks that were at work at once. */
  get mostAtOnce(): number {
    return this.#mostAtOnce;
  }

  /** How many tokens the task had that ended last, prompt and answer together. */
  get lastTokens(): number {
    return this.#lastTokens;
  }

  /** Takes in a line of the log; most say nothing of slots. */
  read(line: string): void {
    const began = BEGAN.exec(line)?.[1];
    const [, ended, tokens] = ENDED.exec(line) ?? [];
    if (began !== undefined) {
      this.#working.add(began);
      this.#began += 1;
      this.#mostAtOnce = Math.max(this.#mostAtOnce, this.#working.size);
    } else if (ended !== undefined) {
      this.#working.delete(ended);
      this.#lastTokens = Number(tokens);
    } else return;
    this.#bell.emit('change');
  }

  /** Resolves as soon as the slots are as `condition` says. */
  async until(condition: (log: SlotLog) => boolean): Promise<void> {
    while (!condition(this)) await Promise.race([once(this.#bell, 'change'), this.#gone]);
  }
}
