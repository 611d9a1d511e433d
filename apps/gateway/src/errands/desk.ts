import type { Errand, ErrandReport } from '@hearth/wire';
import { seconds, type RunnerName, type Seconds } from '@hearth/words';

import type { Bell } from '../bell.ts';
import { commandOf } from '../runs/command.ts';

/** So many errands are on the desk at once; one more is refused. */
const MOST = 32;
/** One runner has so many at once, which is as many as it carries out at a time: none waits there unseen. */
const EACH = 4;

/**
 * Has a runner carry out a short command, with `input` on its standard input. Resolves to how that ended, whatever the
 * command made of it. Rejects with a sentence where it was not carried out, or nobody said how it ended.
 */
export type RunErrand = (
  command: readonly string[],
  input: string,
  timeout: Seconds,
) => Promise<ErrandReport>;

/** Where the gateway's own short commands wait for a runner: it carries out none itself. In memory alone. */
export interface Errands {
  readonly run: RunErrand;
  /**
   * Hands over what this runner is to do. Each errand goes to one runner; the claim that got it gets it again, so that
   * a lost answer loses nothing.
   */
  take(runner: RunnerName, claimId: string): readonly Errand[];
  /** Takes the word of a runner on an errand that it has. False where nobody waits for that word any more. */
  report(runner: RunnerName, errandId: string, report: ErrandReport): boolean;
  /** Refuses whatever is on the desk and whatever comes. */
  close(): void;
}

/** What a desk of errands needs. */
export interface ErrandsOptions {
  /** Where the manifest lies: relative programs are found from there. */
  readonly folder: string;
  /** A random text of 8 to 64 letters, digits, `-` and `_`. */
  readonly token: () => string;
  /** Wakes the claims that are held open. */
  readonly bell: Pick<Bell, 'ring'>;
  /** So long an errand waits for a runner. */
  readonly wait: Seconds;
  /** So long after an errand's own timeout its runner may still speak. */
  readonly grace: Seconds;
}

interface Waiting {
  readonly errand: Errand;
  readonly resolve: (report: ErrandReport) => void;
  readonly reject: (error: Error) => void;
  /** Who has it, and by which claim; null while it waits for a runner. */
  taken: { readonly runner: RunnerName; readonly claimId: string } | null;
  timer: NodeJS.Timeout;
}

/** Makes an empty desk. */
export function createErrands(options: ErrandsOptions): Errands {
  const { folder, token, bell, wait, grace } = options;
  /** In the order in which they came. */
  const desk = new Map<string, Waiting>();
  let closed = false;

  function run(command: readonly string[], input: string, timeout: Seconds): Promise<ErrandReport> {
    if (closed) return Promise.reject(new Error('the gateway is ending'));
    if (desk.size >= MOST) {
      return Promise.reject(new Error(`${MOST} other commands wait for a runner already`));
    }
    return new Promise((resolve, reject) => {
      const errand: Errand = {
        errand_id: token(),
        command: commandOf(command, folder),
        input,
        timeout_seconds: timeout,
      };
      const timer = setTimeout(() => fail(errand.errand_id, untaken()), wait * 1000);
      desk.set(errand.errand_id, { errand, resolve, reject, taken: null, timer });
      bell.ring();
    });
  }

  /** Why nobody took an errand within its wait. */
  function untaken(): string {
    const isBusy = desk.values().some(({ taken }) => taken !== null);
    return isBusy ? `no runner was free to run it within ${wait} s` : 'no runner is here to run it';
  }

  function take(runner: RunnerName, claimId: string): readonly Errand[] {
    const mine = [...desk.values()].filter(({ taken }) => taken?.runner === runner);
    const again = mine.filter(({ taken }) => taken?.claimId === claimId);
    const free = [...desk.values()].filter(({ taken }) => taken === null);
    const fresh = free.slice(0, Math.max(0, EACH - mine.length));
    for (const one of fresh) {
      const patience = seconds(one.errand.timeout_seconds + grace);
      const silent = `runner ${runner} took it and has not said within ${patience} s how it ended`;
      clearTimeout(one.timer);
      one.taken = { runner, claimId };
      one.timer = setTimeout(() => fail(one.errand.errand_id, silent), patience * 1000);
    }
    return [...again, ...fresh].map(({ errand }) => errand);
  }

  function fail(id: string, why: string): void {
    letGo(id)?.reject(new Error(why));
  }

  /** Takes an errand off the desk. Where it leaves a place with its runner, the next may go there. */
  function letGo(id: string): Waiting | undefined {
    const one = desk.get(id);
    if (one === undefined) return undefined;
    clearTimeout(one.timer);
    desk.delete(id);
    if (one.taken !== null && desk.values().some(({ taken }) => taken === null)) bell.ring();
    return one;
  }

  return {
    run,
    take,
    report(runner, id, report) {
      if (desk.get(id)?.taken?.runner !== runner) return false;
      letGo(id)?.resolve(report);
      return true;
    },
    close() {
      closed = true;
      for (const id of desk.keys()) fail(id, 'the gateway is ending');
    },
  };
}
