/** One bar of a plot. */
export interface Bar {
  readonly value: number;
  /** One character below it; a space where there is nothing to say. */
  readonly mark: string;
}

/** Blocks of one to eight eighths. */
const EIGHTHS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;

/**
 * Bars of block characters, `height` rows high, the scale beginning at 0 and ending at the largest value. `label`
 * writes a value at the axis. Even the smallest value shows one eighth, and marks stand in a row of their own.
 */
export function plot(
  bars: readonly Bar[],
  height: number,
  label: (value: number) => string,
): string[] {
  const top = Math.max(...bars.map(({ value }) => value), Number.MIN_VALUE);
  const labels = [label(top), label(0)];
  const margin = Math.max(...labels.map((text) => text.length));
  const levels = bars.map(({ value }) => Math.max(1, Math.round((value / top) * height * 8)));
  const rows = Array.from({ length: height }, (_, row) => {
    const below = (height - 1 - row) * 8;
    const text = row === 0 ? labels[0] : row === height - 1 ? labels[1] : '';
    return `${(text ?? '').padStart(margin)} ┤${levels.map((level) => cell(level - below)).join('')}`;
  });
  const marks = bars.map(({ mark }) => mark).join('');
  return marks.trim() === '' ? rows : [...rows, `${' '.repeat(margin)}  ${marks}`.trimEnd()];
}

function cell(eighths: number): string {
  return eighths <= 0 ? ' ' : (EIGHTHS[Math.min(eighths, 8) - 1] ?? '█');
}
