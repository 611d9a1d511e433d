/** Where a value stands in the manifest: `['jobs', 'nightly-digest', 'needs', 0]`. */
export type Path = readonly (string | number)[];

/** One thing that is wrong with a manifest, for a person to mend. */
export interface Problem {
  /** Name of the file in the folder, or the folder itself where no file is to blame. */
  readonly file: string;
  /** Line in the file, the first being 1; null where the trouble is the file or the folder as a whole. */
  readonly line: number | null;
  /** Column in the line, the first being 1; null where `line` is. */
  readonly column: number | null;
  /** Where it stands in the manifest, like `jobs.nightly-digest.timeout`; empty where nothing has been read yet. */
  readonly path: string;
  /** What is wrong. */
  readonly message: string;
  /** How to mend it, or what is allowed; null where the message says it all. */
  readonly hint: string | null;
}

/** The problem on one line: `jobs.yaml:12:5  jobs.backup.timeout: "45" has no unit; write 45s, 45m, 2h or 1d`. */
export function formatProblem(problem: Problem): string {
  const { file, line, column, path, message, hint } = problem;
  const place = line === null ? file : `${file}:${line}:${column ?? 1}`;
  const what = path === '' ? message : `${path}: ${message}`;
  return hint === null ? `${place}  ${what}` : `${place}  ${what}; ${hint}`;
}

/** The order in which problems are listed: by file, then from top to bottom. */
export function byPlace(a: Problem, b: Problem): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}

/** A problem before its place in a file has been looked up. */
export interface Finding {
  readonly path: Path;
  /** Whether the name is to blame or what stands behind it. */
  readonly at: 'key' | 'value';
  readonly message: string;
  readonly hint: string | null;
}

/** The path as people write it: `jobs.backup.needs[0]`, with quotes around a key that holds a dot, a bracket or a space. */
export function showPath(path: Path): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    const shown = /^[\w/:@-]+$/.test(key) ? key : JSON.stringify(key);
    return text === '' ? shown : `${text}.${shown}`;
  }, '');
}
