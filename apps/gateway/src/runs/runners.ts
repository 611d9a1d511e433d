import {
  between,
  name,
  seconds,
  type ClassName,
  type Instant,
  type RunnerName,
  type Seconds,
} from '@hearth/words';
import type { ClaimRequest, RunnerStatus } from '@hearth/wire';

import { instantText } from '../http/instant-text.ts';

/** A runner that has said nothing for so long, more than two long polls, is shown as silent. Nothing else follows from it. */
export const SILENT_AFTER: Seconds = seconds(75);

/** A runner, as it last spoke. Heartbeats stay in memory: they would wear out the card. */
export interface KnownRunner {
  readonly name: RunnerName;
  readonly bootId: string;
  readonly seenAt: Instant;
  /** That of its latest claim. */
  readonly sequence: number;
  readonly free: ReadonlyMap<ClassName, number>;
  readonly held: number;
}

/** Who runs jobs in this house. */
export class Runners {
  readonly #known = new Map<RunnerName, KnownRunner>();

  /** True where a later claim of this runner has been heard: what this one says is not so any more. */
  isOvertaken(runner: RunnerName, { boot_id, sequence }: ClaimRequest): boolean {
    const known = this.#known.get(runner);
    return known !== undefined && known.bootId === boot_id && sequence < known.sequence;
  }

  /** Notes what a runner says in its claim. Answers what was known of it before, or null. */
  heard(runner: RunnerName, request: ClaimRequest, now: Instant): KnownRunner | null {
    const before = this.#known.get(runner) ?? null;
    this.#known.set(runner, {
      name: runner,
      bootId: request.boot_id,
      seenAt: now,
      sequence: request.sequence,
      free: new Map(
        Object.entries(request.free).map(([text, places]) => [name<ClassName>(text), places]),
      ),
      held: request.running.length,
    });
    return before;
  }

  /** Forgets a runner that will not come back. */
  forget(runner: RunnerName): boolean {
    return this.#known.delete(runner);
  }

  /** The classes that some runner serves which is not silent. */
  served(now: Instant): ReadonlySet<ClassName> {
    const served = new Set<ClassName>();
    for (const runner of this.#known.values()) {
      if (isSilent(runner, now)) continue;
      for (const className of runner.free.keys()) served.add(className);
    }
    return served;
  }

  /** All of them, for people to see. */
  show(now: Instant): RunnerStatus[] {
    return [...this.#known.values()].map((runner) => ({
      name: runner.name,
      boot_id: runner.bootId,
      last_seen_at: instantText(runner.seenAt),
      silent: isSilent(runner, now),
      classes: [...runner.free.keys()],
      running: runner.held,
    }));
  }
}

function isSilent(runner: KnownRunner, now: Instant): boolean {
  return between(runner.seenAt, now) > SILENT_AFTER;
}
