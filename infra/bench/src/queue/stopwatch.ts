/** How long the counted part of a drill took. */
export interface Lap {
  /** By the clock on the wall. */
  readonly seconds: number;
  /** Of all processors together, in every process that took part. */
  readonly processor: number;
}

/** The two clocks that a lap is read from, in seconds. */
export interface Clocks {
  wall(): number;
  processor(): number;
}

/** Counts runs: the first `warmUp` of them are not timed, the `runs` after them are. */
export class Stopwatch {
  readonly #clocks: Clocks;
  readonly #first: number;
  readonly #last: number;
  #count = 0;
  #start: Lap | null = null;
  #lap: Lap | null = null;

  /** `warmUp` and `runs` are at least 1. */
  constructor(warmUp: number, runs: number, clocks: Clocks) {
    this.#clocks = clocks;
    this.#first = warmUp;
    this.#last = warmUp + runs;
  }

  /** To be called as each run is done. */
  readonly done = (): void => {
    this.#count += 1;
    if (this.#count === this.#first) this.#start = this.#now();
    if (this.#count === this.#last) this.#lap = this.#since();
  };

  /** The time of the counted runs. Throws where they were not all done. */
  lap(): Lap {
    if (this.#lap === null) {
      throw new Error(`${this.#count} runs were done, and ${this.#last} were to be.`);
    }
    return this.#lap;
  }

  #now(): Lap {
    return { seconds: this.#clocks.wall(), processor: this.#clocks.processor() };
  }

  #since(): Lap | null {
    if (this.#start === null) return null;
    const { seconds, processor } = this.#now();
    return {
      seconds: seconds - this.#start.seconds,
      processor: processor - this.#start.processor,
    };
  }
}
