import type { Machine } from './machine.ts';
import type { Report, Table } from './report.ts';
import { summary } from './statistics.ts';
import type { Bound, Verdict } from './verdict.ts';

/** The report as a person reads it in a terminal. */
export function render(report: Report): string {
  const parts = [
    machineLines(report.machine),
    ...report.tables.map((table) => renderTable(table)),
    renderVerdicts(report.verdicts),
    report.skipped.map((sentence) => `skipped: ${sentence}`).join('\n'),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** A table: its title, then a line for each row with the median and the ends of its rounds. */
export function renderTable({ title, unit, rows }: Table): string {
  const lines = rows.map(({ name, terms, figures }) => {
    const { median, least, most } = summary(figures);
    return [name, terms, figure(median), ends(least, most), `${figures.length}`];
  });
  const header = ['', 'terms', 'median', 'min–max', 'rounds'];
  return [`${title} (${unit})`, ...aligned([header, ...lines], [2, 3, 4])].join('\n');
}

/** What is held against each other or against a number, with its bound and whether it is met. */
export function renderVerdicts(verdicts: readonly Verdict[]): string {
  const lines = verdicts.map(({ what, figures, bound, met }) => {
    const { median, least, most, doubt } = summary(figures);
    const about = `±${Math.ceil(doubt * 100)} %`;
    return [what, figure(median), about, ends(least, most), boundText(bound), outcome(met)];
  });
  const header = ['', 'median', '', 'min–max', 'bound', ''];
  return [
    'Ratios and differences, of the same round',
    ...aligned([header, ...lines], [1, 2, 3]),
  ].join('\n');
}

/** A figure with as many digits as are worth reading. */
export function figure(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  const text = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return value.toLocaleString('en-GB', text);
}

function machineLines({ cores, model, memory, node, system, parts }: Machine): string {
  const versions = Object.entries(parts).map(([part, version]) => `${part} ${version}`);
  return [
    `${cores} cores of ${model}, ${figure(memory / 2 ** 30)} GiB, ${system}`,
    `node ${node}, ${versions.join(', ')}`,
  ].join('\n');
}

function ends(least: number, most: number): string {
  return `${figure(least)}–${figure(most)}`;
}

function boundText(bound: Bound | null): string {
  if (bound === null) return 'for the record';
  return 'atLeast' in bound ? `at least ${bound.atLeast}` : `at most ${bound.atMost}`;
}

function outcome(met: boolean | null): string {
  if (met === null) return '';
  return met ? 'met' : 'MISSED';
}

/** Pads every column to its widest cell; the columns of `right` lean to the right. */
function aligned(lines: readonly (readonly string[])[], right: readonly number[]): string[] {
  const widths: number[] = [];
  for (const line of lines) {
    for (const [column, cell] of line.entries()) {
      widths[column] = Math.max(widths[column] ?? 0, cell.length);
    }
  }
  return lines.map((line) => {
    const cells = line.map((cell, column) => {
      const width = widths[column] ?? 0;
      return right.includes(column) ? cell.padStart(width) : cell.padEnd(width);
    });
    return `  ${cells.join('  ')}`.trimEnd();
  });
}
