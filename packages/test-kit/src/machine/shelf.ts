import { between, seconds, tokens, type Seconds, type Tokens } from '@hearth/words';
import type { Clock } from '../clock.ts';
import { QUIRKS, type Kind } from './kinds.ts';

/** A model that a machine has. */
export interface ModelOptions {
  readonly name: string;
  /** The window that it is loaded with. Default 4096. */
  readonly context?: Tokens;
  /** Whether it is in memory at the start. Default: the first model of the list is. */
  readonly loaded?: boolean;
  /** How long loading it takes. Default 0. */
  readonly loadTime?: Seconds;
  /** How many tokens its template puts around a chat, of which the server's own counters know nothing. Default 0. */
  readonly template?: Tokens;
}

/** A model on the shelf. */
export interface Model {
  readonly name: string;
  /** The window that it is loaded with unless a request sets another. */
  readonly context: Tokens;
  /** The longest window that it was trained for: never the one to reckon with. */
  readonly trained: Tokens;
  readonly loadTime: Seconds;
  /** The tokens that its template adds to a chat. */
  readonly template: Tokens;
  /** The window that it has in memory; null while it is not loaded. */
  readonly window: Tokens | null;
}

const DEFAULT_CONTEXT = tokens(4096);
/** How much longer the trained window is than the usable one, so that who reads the wrong one finds out. */
const TRAINED_FACTOR = 4;

/** The models of a machine; it has the memory for one at a time, unless its kind holds them all. */
export class Shelf {
  readonly #kind: Kind;
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  readonly #models: Model[];
  #loading: Promise<void> = Promise.resolve();

  constructor(kind: Kind, options: readonly ModelOptions[], clock: Clock, signal: AbortSignal) {
    this.#kind = kind;
    this.#clock = clock;
    this.#signal = signal;
    this.#models = options.map((option, index) => {
      const context = option.context ?? DEFAULT_CONTEXT;
      const loaded = QUIRKS[kind].holdsAll || (option.loaded ?? index === 0);
      return {
        name: option.name,
        context,
        trained: tokens(context * TRAINED_FACTOR),
        loadTime: option.loadTime ?? seconds(0),
        template: option.template ?? tokens(0),
        window: loaded ? context : null,
      };
    });
    if (this.isSingle && this.current.window === null) this.#loadAtStart(this.current);
  }

  /** Whether this is a server that was started for one model, and serves nothing before that is in memory. */
  get isSingle(): boolean {
    return this.#kind === 'llama.cpp' && this.#models.length === 1;
  }

  /** Every model, in the order of the options. */
  get models(): readonly Model[] {
    return this.#models;
  }

  /** The model that is in memory, else the first: what a server with a single model means by any name. */
  get current(): Model {
    const model = this.#models.find(({ window }) => window !== null) ?? this.#models[0];
    if (model === undefined) throw new Error('A machine needs at least one model in `models`.');
    return model;
  }

  /** The model of that name; Ollama lets a name go without its `:latest`. */
  find(name: string): Model | null {
    if (this.isSingle || name === '') return this.current;
    const names = this.#kind === 'ollama' ? [name, `${name}:latest`] : [name];
    return this.#models.find((model) => names.includes(model.name)) ?? null;
  }

  /** Sees to it that a model is in memory with this window, and says how long that took; one load after another. */
  async load(name: string, window: Tokens): Promise<Seconds> {
    const asked = this.#clock.now();
    const loading = this.#loadAfter(this.#loading, name, window);
    this.#loading = loading;
    await loading;
    return between(asked, this.#clock.now());
  }

  /** Takes a model out of memory. */
  unload(name: string): void {
    this.#keep(this.find(name)?.name ?? name, null);
  }

  async #loadAfter(before: Promise<void>, name: string, window: Tokens): Promise<void> {
    await before;
    const model = this.#models.find((other) => other.name === name);
    if (model === undefined || model.window === window) return;
    if (!QUIRKS[this.#kind].holdsAll) {
      for (const other of this.#models) this.#keep(other.name, null);
    }
    await this.#clock.sleep(model.loadTime, this.#signal);
    this.#keep(name, window);
  }

  #loadAtStart(model: Model): void {
    this.load(model.name, model.context).catch((error: unknown) => {
      // Nobody waits for this load; only the end of the machine breaks it off.
      if (!this.#signal.aborted) throw error;
    });
  }

  #keep(name: string, window: Tokens | null): void {
    const index = this.#models.findIndex((model) => model.name === name);
    const model = this.#models[index];
    if (model !== undefined) this.#models[index] = { ...model, window };
  }
}
