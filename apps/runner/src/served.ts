import type { ServedClass } from './list-classes.ts';
import { because, type Log } from './log.ts';
import type { Place } from './place.ts';

/** What {@link Served} works with. */
export interface ServedOptions {
  readonly classes: ReadonlyMap<string, ServedClass>;
  readonly place: Pick<Place, 'refusals' | 'lost'>;
  readonly log: Log;
}

/**
 * The classes that a runner serves, and those of them of which nothing may start because nothing would hold it to its
 * memory. Each reason is said once, as it comes up and as it is gone.
 */
export class Served {
  readonly #options: ServedOptions;
  readonly #refused = new Map<string, string>();

  constructor(options: ServedOptions) {
    this.#options = options;
  }

  /** Why nothing of a class may start, by the class. */
  get refused(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#refused);
  }

  /** The free places of each class of which something may start; `taken` are the places that are not. */
  free(taken: (className: string) => number): Record<string, number> {
    return Object.fromEntries(
      [...this.#options.classes]
        .filter(([name]) => !this.#refused.has(name))
        .map(([name, { concurrency }]) => [name, Math.max(0, concurrency - taken(name))]),
    );
  }

  /** Claims nothing more of a class. */
  refuse(name: string, reason: string): void {
    if (this.#refused.get(name) === reason) return;
    this.#refused.set(name, reason);
    this.#options.log(`NOT SERVED: ${reason}`);
  }

  /** Looks at every class. */
  async lookAtAll(): Promise<void> {
    await this.#judge([...this.#options.classes]);
  }

  /**
   * Looks again at the classes that are refused, and at those whose runs are going, whose limit may have been lost in
   * the meantime. Answers whether anything has changed. Where there are none of them it does nothing at all.
   */
  async lookAgain(going: ReadonlySet<string>): Promise<boolean> {
    const { classes, place } = this.#options;
    const before = JSON.stringify(this.refused);
    for (const name of going) {
      const lost = this.#refused.has(name) ? null : place.lost(name);
      if (lost !== null) this.refuse(name, lost);
    }
    if (before === JSON.stringify(this.refused)) {
      await this.#judge([...classes].filter(([name]) => this.#refused.has(name)));
    }
    return before !== JSON.stringify(this.refused);
  }

  /** What cannot be seen is not in force: then nothing of these classes starts. */
  async #refusals(classes: ReadonlyMap<string, ServedClass>): Promise<ReadonlyMap<string, string>> {
    try {
      return await this.#options.place.refusals(classes);
    } catch (error) {
      const why = `hearth cannot ask systemd whether the limits are in force: ${because(error).trim()}`;
      return new Map(
        [...classes.keys()].map((name) => [name, `class ${name}: ${why}`.slice(0, 1024)]),
      );
    }
  }

  async #judge(classes: readonly (readonly [string, ServedClass])[]): Promise<void> {
    if (classes.length === 0) return;
    const { log } = this.#options;
    const refusals = await this.#refusals(new Map(classes));
    for (const [name] of classes) {
      const reason = refusals.get(name);
      if (reason !== undefined) this.refuse(name, reason);
      else if (this.#refused.delete(name))
        log(`class ${name} is served again: its limit is in force`);
    }
  }
}
