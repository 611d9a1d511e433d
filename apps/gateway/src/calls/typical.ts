import { seconds, type Seconds } from '@hearth/words';

/** How long the calls of each caller usually hold a slot: what predictions are made of. */
export interface Typical {
  /** Null for a caller that has not had a call yet. */
  of(caller: string): Seconds | null;
  note(caller: string, held: Seconds): void;
}

/** So many callers are remembered; whoever called longest ago is forgotten. */
const REMEMBERED = 256;
/** How much of the newest call goes into the average: about the last five count. */
const SHARE = 0.3;

/** Makes a memory of what is usual. It lasts as long as the process. */
export function createTypical(): Typical {
  const averages = new Map<string, number>();
  return {
    of(caller) {
      const average = averages.get(caller);
      return average === undefined ? null : seconds(average);
    },
    note(caller, held) {
      const before = averages.get(caller);
      averages.delete(caller);
      averages.set(caller, before === undefined ? held : before + SHARE * (held - before));
      const [oldest] = averages.keys();
      if (averages.size > REMEMBERED && oldest !== undefined) averages.delete(oldest);
    },
  };
}
