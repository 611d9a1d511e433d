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
  /** Tells it from another one of its name. */
  readonly instance: string;
  readonly seenAt: Instant;
  /** That of its latest claim. */
  readonly sequence: number;
  readonly free: ReadonlyMap<ClassName, number>;
  /** Why it serves none of a class. */
  readonly refused: ReadonlyMap<ClassName, string>;
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

  /**
   * The runner that has this name, where the claim is of another one: two of one name would each have the gateway take
   * back what the other holds. A name is free again when nothing has been heard of its runner and it `holds` no run,
   * for nobody may give those away. Null where the name is free, or its own.
   */
  other(
    runner: RunnerName,
    { instance }: ClaimRequest,
    { holds, now }: { readonly holds: boolean; readonly now: Instant },
  ): KnownRunner | null {
    const known = this.#known.get(runner);
    if (known === undefined || known.instance === instance) return null;
    return isSilent(known, now) && !holds ? null : known;
  }

  /** Notes what a runner says in its claim. Answers what was known of it before, or null. */
  heard(runner: RunnerName, request: ClaimRequest, now: Instant): KnownRunner | null {
    const before = this.#known.get(runner) ?? null;
    this.#known.set(runner, {
      name: runner,
      bootId: request.boot_id,
      instance: request.instance,
      seenAt: now,
      sequence: request.sequence,
      free: new Map(
        Object.entries(request.free).map(([text, places]) => [name<ClassName>(text), places]),
      ),
      refused: new Map(
        Object.entries(request.refused).map(([text, reason]) => [name<ClassName>(text), reason]),
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

  /** Why classes are not served, of what the runners say that are not silent. */
  refused(now: Instant): ReadonlyMap<ClassName, string> {
    const told = [...this.#known.values()].filter((runner) => !isSilent(runner, now));
    return new Map(told.flatMap(({ refused }) => [...refused]));
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
