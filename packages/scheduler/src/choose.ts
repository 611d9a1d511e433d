import { next, NO_TURNS_YET, RUN_TURNS, type TurnState } from '@hearth/turns';
import { rank, type ClassName, type Instant } from '@hearth/words';

import type { Head } from './house.ts';

/** A head that nothing stands in the way of. */
export interface Candidate extends Head {
  readonly class: ClassName;
  readonly waitingSince: Instant;
}

/** The run that gets the free place, and what to remember if it really does. */
export interface Chosen {
  readonly candidate: Candidate;
  readonly turns: TurnState;
}

/**
 * Chooses which of the admissible heads starts now, among those whose class has a free place at the asking runner.
 * Each class is a line of its own, so that the GPU's line never holds up another class; of the classes' firsts the most
 * urgent one goes, then the one that waited longest.
 */
export function choose(
  candidates: readonly Candidate[],
  free: ReadonlyMap<ClassName, number>,
  turns: ReadonlyMap<ClassName, TurnState>,
  now: Instant,
): Chosen | null {
  const lines = Map.groupBy(candidates, (candidate) => candidate.class);
  let best: Chosen | null = null;
  for (const [className, line] of lines) {
    if ((free.get(className) ?? 0) < 1) continue;
    const choice = next(turns.get(className) ?? NO_TURNS_YET, line, now, RUN_TURNS);
    if (choice === null) continue;
    const chosen = { candidate: choice.chosen, turns: choice.state };
    if (best === null || isBefore(chosen.candidate, best.candidate)) best = chosen;
  }
  return best;
}

/** True where `a` goes before `b` by priority, then by how long it has waited. */
export function isBefore(a: Candidate, b: Candidate): boolean {
  const ranks = rank(a.priority) - rank(b.priority);
  return ranks === 0 ? a.waitingSince < b.waitingSince : ranks < 0;
}
