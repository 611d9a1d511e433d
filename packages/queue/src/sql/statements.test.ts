import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';

import { temporaryStore } from '../temporary.test.helper.ts';
import { compile } from './compile.test.helper.ts';
import { TEXTS, VALUES } from './compiled.ts';
import { statements } from './statement.ts';

test('each statement has a name of its own', () => {
  const names = statements().map((statement) => statement.name);
  expect(names).toEqual([...new Set(names)]);
});

test('compiled.ts holds what Kysely makes of the statements; run this with -u to write it anew', async () => {
  await expect(written()).toMatchFileSnapshot('compiled.ts');
});

test('a claim looks at the one index entry that it takes, however many runs are ready', () => {
  const planOf = plans();
  const look = 'SEARCH run USING INDEX run_line (job=? AND line>? AND line<?)';
  expect(planOf('runHead')).toEqual([look]);
  expect(planOf('headToClaim')).toEqual([
    look,
    'SEARCH run_input USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN',
  ]);
});

test('every statement finds its rows by an index, in order, except those that say why not', () => {
  const planOf = plans();
  const walkers = statements().flatMap(({ name }) => {
    const plan = planOf(name).filter((step) => /SCAN|TEMP B-TREE/.test(step));
    // The constant row of an upsert or of a select without a table is no table.
    const steps = plan.filter((step) => !step.includes('SCAN CONSTANT ROW'));
    return steps.length === 0 ? [] : [[name, steps] as const];
  });
  expect(Object.fromEntries(walkers)).toEqual(WALKERS);
});

/** Tells the plan that SQLite makes for a statement of this name. */
function plans(): (name: string) => readonly string[] {
  const store = temporaryStore();
  store.close();
  const db = new Database(store.file);
  onTestFinished(() => void db.close());
  return (name) => {
    const parameters = VALUES[name]?.({}) ?? [];
    const steps = db
      .prepare<unknown[], { detail: string }>(`explain query plan ${TEXTS[name]}`)
      .all(...parameters);
    return steps.map((step) => step.detail);
  };
}

/** What walks or sorts, and may. Nothing here stands between a run and its start. */
const WALKERS: Readonly<Record<string, readonly string[]>> = {
  // The first entry of an index.
  firstDue: ['SCAN run USING INDEX run_due'],
  // Once, at the start.
  callsOpen: ['SCAN call'],
  // An index of nothing but what is asked for.
  deadCount: ['SCAN run USING INDEX run_dead'],
  deadRuns: ['SCAN run USING INDEX run_dead'],
  // All of a small table.
  chargesDelete: ['SCAN charge'],
  marksRewind: ['SCAN job_state'],
  noticesDelete: ['SCAN notice'],
  ratesAll: ['SCAN rate'],
  reservationsDelete: ['SCAN reservation'],
  reservationsOpen: ['SCAN reservation', 'USE TEMP B-TREE FOR ORDER BY'],
  stateOfJobs: ['SCAN job_state'],
  // For a person who asks, or once an hour.
  callsCut: ['USE TEMP B-TREE FOR GROUP BY', 'USE TEMP B-TREE FOR ORDER BY'],
  rowCounts: ['SCAN run USING COVERING INDEX run_job', 'SCAN call'],
  runsWaitingIn: ['USE TEMP B-TREE FOR ORDER BY'],
};

/** The text of compiled.ts, as the formatter would leave it. */
function written(): string {
  const compiled = statements()
    .map((each) => ({ name: each.name, ...compile(each) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const texts = compiled.map(({ name, text }) => `  ${name}: \`${text}\`,\n`);
  const values = compiled.map(({ name, names }) => reader(name, names));
  return `${TEXTS_HEADER}${texts.join('')}};\n\n${VALUES_HEADER}${values.join('')}};\n`;
}

function reader(name: string, names: readonly string[]): string {
  if (names.length === 0) return `  ${name}: () => [],\n`;
  const values = names.map((each) => `p['${each}']`);
  const line = `  ${name}: (p) => [${values.join(', ')}],`;
  if (line.length <= LONGEST_LINE) return `${line}\n`;
  return `  ${name}: (p) => [\n${values.map((value) => `    ${value},\n`).join('')}  ],\n`;
}

const LONGEST_LINE = 100;

const TEXTS_HEADER = `import type { Values } from './statement.ts';

/**
 * The statements as Kysely compiles them. Not written by hand: \`vitest -u\` on the test beside this file writes it, and
 * without \`-u\` the test fails where this is not what the builders say.
 */
export const TEXTS: Readonly<Record<string, string>> = {
`;

const VALUES_HEADER = `/**
 * The parameters of each statement, in the order in which its text asks for them. One function for each and no loop over
 * names, whose every step would have to look for its property anew: a claim and its end save 0.4 µs.
 */
export const VALUES: Readonly<Record<string, Values>> = {
`;
