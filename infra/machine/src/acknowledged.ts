/** The runs that the gateway has acknowledged, noted outside of the machine as the word of each comes out of it. */
export class Acknowledged {
  readonly #runs = new Map<string, number>();

  /** The run of each key. */
  get runs(): ReadonlyMap<string, number> {
    return this.#runs;
  }

  /** A line `KEY RUN` of each, in the order in which they came. */
  get text(): string {
    return [...this.#runs].map(([key, run]) => `${key} ${run}\n`).join('');
  }

  /**
   * Listens to one process that prints such lines: `first` resolves with its first one. A line that the power cut has
   * cut short says nothing.
   */
  listen(): { readonly onStdout: (piece: Buffer) => void; readonly first: Promise<void> } {
    const { promise: first, resolve } = Promise.withResolvers<void>();
    let unread = '';
    const onStdout = (piece: Buffer): void => {
      const lines = `${unread}${piece.toString()}`.split('\n');
      unread = lines.pop() ?? '';
      for (const line of lines) this.#note(line);
      if (lines.length > 0) resolve();
    };
    return { onStdout, first };
  }

  #note(line: string): void {
    const [key = '', run = ''] = line.split(' ');
    if (key === '' || !/^\d+$/.test(run)) throw new Error(`"${line}" acknowledges nothing`);
    this.#runs.set(key, Number(run));
  }
}
