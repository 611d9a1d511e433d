/** What the suite has measured and seen, for a person: each line as it comes, and all of them together at the end. */
export class Report {
  readonly #begun = performance.now();
  readonly #lines: string[] = [];

  /** Notes a figure, and shows it at once with the time that has passed. */
  note(what: string, figure: string): void {
    this.#lines.push(`  ${what.padEnd(WIDTH)} ${figure}`);
    this.progress(`${what}: ${figure}`);
  }

  /** Shows how far the suite is; that is not in the report. */
  progress(line: string): void {
    const seconds = Math.round((performance.now() - this.#begun) / 1000);
    process.stdout.write(`${String(seconds).padStart(5)} s  ${line}\n`);
  }

  /** Shows all that was noted. */
  print(): void {
    process.stdout.write(`${['', 'hearth in a small machine', ...this.#lines, ''].join('\n')}\n`);
  }
}

/** Of the column of names. */
const WIDTH = 44;
