import { marked, remark, say, type Io } from '../io.ts';
import { Problem } from '../problem.ts';
import { startChild, type Child, type ChildEnd } from './child.ts';

/** The programs of a house in one terminal, in the order in which they were started. */
export class Household {
  readonly #io: Io;
  readonly #children: Child[] = [];
  readonly #died = Promise.withResolvers<{ readonly child: Child; readonly end: ChildEnd }>();
  #ending = false;

  constructor(io: Io) {
    this.#io = io;
  }

  /** Starts one more; what it says is passed on with its name before it, but for lines that match `unsaid`. */
  start(name: string, specifier: string, flags: readonly string[], unsaid?: RegExp): Child {
    if (this.#ending) throw new Problem('the house is being stopped');
    const child = startChild(name, specifier, flags, (line) => {
      if (unsaid?.test(line) !== true) this.#relay(name, line);
    });
    this.#children.push(child);
    void this.#watch(child);
    return child;
  }

  /** Resolves when one of them has ended that nobody told to. */
  get died(): Promise<{ readonly child: Child; readonly end: ChildEnd }> {
    return this.#died.promise;
  }

  /** Ends them in order, the last one started first: each still has what it needs while it ends. */
  async stop(): Promise<void> {
    this.#ending = true;
    for (const child of this.#children.toReversed()) await child.stop();
  }

  /** Ends them at once. */
  kill(): void {
    this.#ending = true;
    for (const child of this.#children) child.kill();
  }

  async #watch(child: Child): Promise<void> {
    const end = await child.ended;
    if (!this.#ending) this.#died.resolve({ child, end });
  }

  #relay(name: string, line: string): void {
    const own = `${name}: `;
    const text = line.startsWith(own) ? line.slice(own.length) : line;
    say(this.#io, `${marked(this.#io, 'dim', name.padEnd(7))} ${text}`);
  }
}

/** Says which program ended that nobody told to, and where its last words are. */
export function mourn(io: Io, { child, end }: { child: Child; end: ChildEnd }): void {
  const how = end.signal === null ? `with exit code ${end.code}` : `by ${end.signal}`;
  const last = child.lastWords();
  const words = last === null ? 'it said nothing' : `its last words were "${last}"`;
  remark(io, `the ${child.name} ended ${how} though nobody told it to; ${words}`);
}
