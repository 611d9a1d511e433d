import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Machine } from './machine.ts';
import { summary } from './statistics.ts';
import type { Verdict } from './verdict.ts';

/** One contender's figures. */
export interface Row {
  readonly name: string;
  /** On what terms it was measured: what its answer survives, how many runs lie beside it. */
  readonly terms: string;
  /** One for each round, in the unit of the table. */
  readonly figures: readonly number[];
}

/** Figures of one unit, measured in the same rounds. */
export interface Table {
  readonly title: string;
  readonly unit: string;
  readonly rows: readonly Row[];
}

/** What one of the measurements of a bench found. */
export interface Found {
  readonly tables: readonly Table[];
  readonly verdicts: readonly Verdict[];
}

/** All that one bench found out. */
export interface Report {
  readonly bench: string;
  readonly machine: Machine;
  readonly tables: readonly Table[];
  readonly verdicts: readonly Verdict[];
  /** What could not be measured, and why: a sentence each. */
  readonly skipped: readonly string[];
}

/** How a bench is to be carried out. */
export interface BenchOptions {
  /** With less of everything, in less than a minute, where the bench can do that. */
  readonly quick: boolean;
}

/** A measurement of hearth beside its peers. `say` is told what is being done, for whoever waits. */
export type Bench = (say: (sentence: string) => void, options: BenchOptions) => Promise<Report>;

const REPORTS = fileURLToPath(new URL('../reports', import.meta.url));

/** Writes the report, with the figures of each round and their summaries, as `<bench>.json`; answers where. */
export function saveReport(report: Report, at: Date, folder: string = REPORTS): string {
  const file = join(folder, `${report.bench}.json`);
  const whole = {
    ...report,
    at: at.toISOString(),
    tables: report.tables.map((table) => ({ ...table, rows: table.rows.map(summed) })),
    verdicts: report.verdicts.map(summed),
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify(whole, null, 2)}\n`);
  return file;
}

function summed<T extends { readonly figures: readonly number[] }>(
  row: T,
): T & { summary: object } {
  return { ...row, summary: summary(row.figures) };
}
