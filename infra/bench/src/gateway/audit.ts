import type { Fate } from './wave.ts';

/** A call of the record, as far as it is looked at here. */
interface Recorded {
  readonly id: number;
  readonly budget: string | null;
  readonly ended_at: string | null;
  readonly end: string | null;
  readonly ran_seconds: number | null;
}

/** What the books say of a crowd. All but the first two are to be zero. */
export interface Books {
  /** How the record says that the calls ended, and how many so. */
  readonly ends: ReadonlyMap<string, number>;
  /** Seconds that the calls held the slot. */
  readonly ran: number;
  /** Callers whose call is not in the record exactly once, with the end that they saw. */
  readonly wrong: number;
  /** Calls in the record that nobody made, that have not ended, or that were given up as lost. */
  readonly astray: number;
}

/** The most that a page of the record holds. */
const PAGE = 500;

/** Holds what became of the callers of a crowd against the gateway's record of calls. */
export async function audit(url: string, fates: readonly Fate[]): Promise<Books> {
  const calls = (await record(url)).filter(({ budget }) => budget === 'crowd');
  const ends = new Map<string, number>();
  const unclaimed = new Map<number, Recorded[]>();
  for (const call of calls) {
    const end = call.end ?? 'none';
    ends.set(end, (ends.get(end) ?? 0) + 1);
    unclaimed.set(call.id, [...(unclaimed.get(call.id) ?? []), call]);
  }
  let wrong = 0;
  let silent = 0;
  for (const { call, outcome } of fates) {
    if (call === null) {
      silent += 1;
      continue;
    }
    const found = unclaimed.get(call) ?? [];
    unclaimed.delete(call);
    if (found.length !== 1 || !agrees(outcome, found[0]?.end ?? 'none')) wrong += 1;
  }
  // Who hung up before a word of its number came may have been heard or not, but nobody else was.
  const strangers = Math.max(0, unclaimed.size - silent);
  const open = calls.filter(({ ended_at: at, end }) => at === null || end === 'lost').length;
  const ran = calls.reduce((sum, { ran_seconds: own }) => sum + (own ?? 0), 0);
  return { ends, ran, wrong, astray: strangers + open };
}

/** Who hangs up in the middle of an answer can do so while its last word is under way. */
function agrees(outcome: string, end: string): boolean {
  if (outcome === 'answered') return end === 'stop' || end === 'length';
  if (outcome === 'hung up') return end === 'hung-up' || end === 'stop';
  return outcome.endsWith(` ${end}`);
}

/** The seconds that the budget of the crowd was charged so far. */
export async function charged(url: string): Promise<number> {
  const { budgets } = await get<{ budgets: readonly { name: string; used_seconds: number }[] }>(
    `${url}/hearth/v1/budgets`,
  );
  const crowd = budgets.find(({ name }) => name === 'crowd');
  if (crowd === undefined) throw new Error('The house has no budget for the crowd.');
  return crowd.used_seconds;
}

/** Whether a call is on the machine, or is being cancelled there. */
export async function isBusy(url: string): Promise<boolean> {
  const { machines } = await get<{ machines: readonly { running: number; draining: number }[] }>(
    `${url}/hearth/v1/machines`,
  );
  return machines.some(({ running, draining }) => running + draining > 0);
}

async function record(url: string): Promise<Recorded[]> {
  const all: Recorded[] = [];
  let before = '';
  for (;;) {
    const page = await get<{ calls: readonly Recorded[]; next: number | null }>(
      `${url}/hearth/v1/calls?limit=${PAGE}${before}`,
    );
    all.push(...page.calls);
    if (page.next === null) return all;
    before = `&before=${page.next}`;
  }
}

async function get<T>(url: string): Promise<T> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answered with the status ${answer.status}.`);
  return (await answer.json()) as T;
}
