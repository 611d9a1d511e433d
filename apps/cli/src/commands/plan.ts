import type { Plan, PlannedRun } from '@hearth/wire';

import { connect, type GatewayOptions } from '../connect.ts';
import { marked, remark, say, sayJson, type Io, type Mark } from '../io.ts';
import { table } from '../show/table.ts';
import { DASH, whenIn, type When } from '../show/when.ts';

/** How far to look ahead, and how to show it. */
export interface PlanOptions extends GatewayOptions {
  readonly hours: number;
  readonly json?: boolean | undefined;
}

/** So many runs of one job are told one by one; a job that runs every minute would hide the others. */
const ONE_BY_ONE = 3;
/** The gateway foresees no more runs of one job. */
const FORESEEN = 500;
/** A run that starts so much later than it is due waits for something, in milliseconds. */
const LATE = 60_000;
const NEVER = 'CAN NEVER START';
const DAY = 86_400_000;

/** `hearth plan`: what will start when, as far as can be foreseen. */
export async function plan(io: Io, options: PlanOptions): Promise<number> {
  const foreseen = await connect(options).plan(options.hours);
  if (options.json === true) {
    sayJson(io, foreseen);
    return 0;
  }
  const when = whenIn(foreseen.timezone, io.now());
  for (const day of foreseen.clock_changes) say(io, marked(io, 'yellow', changeWords(day, when)));
  if (foreseen.runs.length === 0) {
    remark(io, `nothing is foreseen to start until ${when.full(foreseen.until)}`);
    return 0;
  }
  table(
    io,
    [
      { title: `at (${when.zone})` },
      { title: 'job', cut: true },
      { title: 'class' },
      { title: 'run' },
      { title: 'until about' },
      { title: 'remark', mark: remarkMark },
    ],
    rows(foreseen, when),
  );
  remark(
    io,
    `foreseen until ${when.full(foreseen.until)}: each run lasts as long as its promise, each probe is up, each budget suffices`,
  );
  return 0;
}

/** A row for each of the first runs of a job, and one for all the rest of them where there are more. */
function rows({ runs, clock_changes }: Plan, when: When): string[][] {
  const changing = new Set(clock_changes.map((day) => dateOf(day, when)));
  // Where the clocks change, an hour comes twice and only its zone tells which one is meant.
  const at = (text: string) =>
    changing.has(dateOf(text, when)) ? when.full(text) : when.short(text);
  const ofJob = Map.groupBy(runs, ({ job }) => job);
  const shown = new Map<string, number>();
  return runs.flatMap((run) => {
    const all = ofJob.get(run.job) ?? [];
    const before = shown.get(run.job) ?? 0;
    shown.set(run.job, before + 1);
    if (before < ONE_BY_ONE || all.length === ONE_BY_ONE + 1) return [row(run, at)];
    return before === ONE_BY_ONE ? [rest(all.slice(ONE_BY_ONE), run, at)] : [];
  });
}

function row(run: PlannedRun, at: (text: string) => string): string[] {
  const { job, class: className, run_id, ends_at } = run;
  const id = run_id === null ? 'new' : String(run_id);
  const until = ends_at === null ? DASH : at(ends_at);
  return [at(start(run)), job, className, id, until, words(run, at)];
}

/** All the further runs of a job in one row, with what of them does not simply start. */
function rest(
  runs: readonly PlannedRun[],
  first: PlannedRun,
  at: (text: string) => string,
): string[] {
  const last = runs.at(-1) ?? first;
  const count = (what: string, fits: (run: PlannedRun) => boolean) => {
    const many = runs.filter(fits).length;
    return many === 0 ? [] : [`${many} ${what}`];
  };
  const more = runs.length + ONE_BY_ONE < FORESEEN ? [] : ['and so on'];
  const notes = [
    `${runs.length} more`,
    ...count('skipped', ({ fate }) => fate === 'skipped'),
    ...count('after a window', ({ behind_window }) => behind_window),
    ...count('miss these hours', ({ fate }) => fate === 'misses'),
    ...count('can never start', ({ fate }) => fate === 'never'),
    ...more,
  ];
  const until = at(last.ends_at ?? last.due_at);
  return [at(start(first)), first.job, first.class, '…', until, notes.join(', ')];
}

function words(run: PlannedRun, at: (text: string) => string): string {
  const { fate, due_at, behind_window } = run;
  switch (fate) {
    case 'starts': {
      const isLate = Date.parse(start(run)) - Date.parse(due_at) > LATE;
      const due = isLate ? `due ${at(due_at)}` : '';
      if (!behind_window) return due;
      return due === '' ? 'after a window' : `after a window (${due})`;
    }
    case 'skipped':
      return 'skipped: still busy';
    case 'misses':
      return 'misses these hours';
    case 'never':
      return `${NEVER}: fits no gap`;
  }
}

function start({ starts_at, due_at }: PlannedRun): string {
  return starts_at ?? due_at;
}

function remarkMark(text: string): Mark | null {
  if (text.startsWith(NEVER)) return 'red';
  if (text.startsWith('misses')) return 'yellow';
  return text.startsWith('skipped') || /^\d+ more/.test(text) ? 'dim' : null;
}

/** `On 2026-10-25 the clocks change: BST becomes GMT.` */
function changeWords(midnight: string, when: When): string {
  const next = new Date(Date.parse(midnight) + DAY).toISOString();
  const zones = [midnight, next].map((text) => when.full(text).split(' ')[2]);
  return `On ${dateOf(midnight, when)} the clocks change: ${zones.join(' becomes ')}.`;
}

function dateOf(text: string, when: When): string {
  return when.full(text).split(' ')[0] ?? '';
}
