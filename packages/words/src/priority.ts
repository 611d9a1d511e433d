/** How soon a run or a call is due its turn, the most urgent first. */
export const PRIORITIES = ['interactive', 'user', 'batch', 'best-effort'] as const;

/** One of {@link PRIORITIES}. */
export type Priority = (typeof PRIORITIES)[number];

/** The place of a priority in the order: 0 is the most urgent. */
export function rank(priority: Priority): number {
  return PRIORITIES.indexOf(priority);
}

/** The less urgent of two priorities: what a caller may ask for can be lowered, never raised. */
export function lower(a: Priority, b: Priority): Priority {
  return rank(a) > rank(b) ? a : b;
}
