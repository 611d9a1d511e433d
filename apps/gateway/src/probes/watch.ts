import type { Probe } from '@hearth/manifest';
import type { ProbeStanding } from '@hearth/scheduler';
import type { Instant, ProbeName } from '@hearth/words';

import { look, type Lookers, type Sight } from './look.ts';
import { afterLook, UNSEEN, type Watched } from './standing.ts';

/** Looks at probes, but only while something wants to know. */
export interface ProbeWatch {
  /** What is known now. */
  standings(): ReadonlyMap<ProbeName, ProbeStanding>;
  /** Says which probes somebody wants to know about; the others are not looked at. */
  want(probes: ReadonlySet<ProbeName>): void;
  /**
   * Looks at these now, whatever is known, and says which of them were seen down. One good look is enough to be up here,
   * and one that nobody could look at was not seen.
   */
  lookNow(
    probes: readonly ProbeName[],
  ): Promise<readonly { probe: ProbeName; detail: string | null }[]>;
  close(): void;
}

/** What a watch needs from outside. */
export interface WatchOptions extends Lookers {
  readonly probes: ReadonlyMap<ProbeName, Probe>;
  readonly now: () => Instant;
  /** In [0, 1): spreads the looks, so that twenty probes do not fire in the same instant. */
  readonly random: () => number;
  /** Called when a probe went up or down. */
  readonly changed: (probe: ProbeName, standing: ProbeStanding) => void;
}

/** After a look for which nobody was there, in milliseconds. It waits for a runner by itself, so the next may wait again soon. */
const BLIND_PAUSE = 1000;

/** Makes a watch that looks at nothing until it is told what is wanted. */
export function watchProbes(options: WatchOptions): ProbeWatch {
  const watched = new Map<ProbeName, Watched>();
  const timers = new Map<ProbeName, NodeJS.Timeout>();
  const looking = new Map<ProbeName, Promise<Sight>>();
  let closed = false;

  /** Two looks at one probe are never on their way at once: the second asker gets the first one's answer. */
  function lookOnce(probe: Probe): Promise<Sight> {
    const underway = looking.get(probe.name);
    if (underway !== undefined) return underway;
    const promise = take(probe).finally(() => looking.delete(probe.name));
    looking.set(probe.name, promise);
    return promise;
  }

  async function take(probe: Probe): Promise<Sight> {
    const sight = await look(probe, options);
    const before = watched.get(probe.name) ?? UNSEEN;
    const after = afterLook(before, sight, probe, options.now());
    watched.set(probe.name, after);
    if (after.state !== before.state && !closed) options.changed(probe.name, after);
    return sight;
  }

  async function lookAndGoOn(probe: Probe): Promise<void> {
    const { blind } = await lookOnce(probe);
    if (closed || !timers.has(probe.name)) return;
    const spread = 0.9 + options.random() * 0.2;
    const pause = blind === true ? BLIND_PAUSE : probe.every * 1000;
    timers.set(probe.name, setTimeout(goOn, pause * spread, probe));
  }

  /** `look` never throws, so nothing floats here but the wait. */
  function goOn(probe: Probe): void {
    void lookAndGoOn(probe);
  }

  return {
    standings: () => watched,
    want(names) {
      for (const [name, timer] of timers) {
        if (names.has(name)) continue;
        clearTimeout(timer);
        timers.delete(name);
        // What was seen long ago says nothing: the next one who wants to know has it looked at anew.
        watched.delete(name);
      }
      for (const name of names) {
        const probe = options.probes.get(name);
        if (probe === undefined || timers.has(name)) continue;
        timers.set(name, setTimeout(goOn, 0, probe));
      }
    },
    async lookNow(names) {
      const wanted = names.flatMap((name) => options.probes.get(name) ?? []);
      const seen = await Promise.all(
        wanted.map(async (probe) => ({
          probe: probe.name,
          sight: await look(probe, options),
        })),
      );
      return seen
        .filter(({ sight }) => !sight.up && sight.blind !== true)
        .map(({ probe, sight }) => ({ probe, detail: sight.detail }));
    },
    close() {
      closed = true;
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}
