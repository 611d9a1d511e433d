import { columnsOf, marked, say, type Io, type Mark } from '../io.ts';
import { plain } from './plain.ts';

/** One column of a table. */
export interface Column {
  readonly title: string;
  /** Numbers stand at the right. */
  readonly right?: true;
  /** Its cells are cut where the table would be too wide, the widest column first. */
  readonly cut?: true;
  /** How a cell is marked, by its text. */
  readonly mark?: (text: string) => Mark | null;
}

/** No column is cut to less. */
const NARROWEST = 8;

/** Writes rows below their titles, each column as wide as its widest cell. */
export function table(
  io: Io,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): void {
  const cells = rows.map((row) => columns.map((_, index) => plain(row[index] ?? '')));
  const widths = fit(columns, cells, columnsOf(io));
  const line = (texts: readonly string[]) =>
    texts.map((text, index) =>
      pad(clip(text, widths[index] ?? 0), widths[index] ?? 0, columns[index]),
    );
  const titles = line(columns.map(({ title }) => title));
  say(io, marked(io, 'bold', titles.join('  ').trimEnd()));
  for (const row of cells) {
    const shown = line(row).map((text, index) => {
      const mark = columns[index]?.mark?.(row[index] ?? '') ?? null;
      return mark === null ? text : marked(io, mark, text);
    });
    say(io, shown.join('  ').trimEnd());
  }
}

function fit(
  columns: readonly Column[],
  cells: readonly (readonly string[])[],
  most: number,
): number[] {
  const widths = columns.map(({ title }, index) =>
    Math.max(length(title), ...cells.map((row) => length(row[index] ?? ''))),
  );
  const gaps = 2 * (columns.length - 1);
  for (let over = widths.reduce((sum, width) => sum + width, gaps) - most; over > 0; over -= 1) {
    const widest = columns.reduce<number | null>((found, { title, cut }, index) => {
      const width = widths[index] ?? 0;
      if (cut !== true || width <= Math.max(length(title), NARROWEST)) return found;
      return found === null || width > (widths[found] ?? 0) ? index : found;
    }, null);
    if (widest === null) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

function clip(text: string, width: number): string {
  return length(text) <= width
    ? text
    : `${Array.from(text)
        .slice(0, width - 1)
        .join('')}…`;
}

function pad(text: string, width: number, column: Column | undefined): string {
  const space = ' '.repeat(Math.max(0, width - length(text)));
  return column?.right === true ? space + text : text + space;
}

/** Characters, not code units. */
function length(text: string): number {
  return Array.from(text).length;
}
