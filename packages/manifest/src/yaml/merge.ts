import type { Finding, Path, Problem } from '../problem.ts';
import { showPath } from '../problem.ts';
import { showPlace, type ParsedFile } from './parse.ts';

/** All files of the folder as one document. */
export interface Merged {
  readonly value: Readonly<Record<string, unknown>>;
  /** Names that two files declare, and sections that are no sections. */
  readonly problems: readonly Problem[];
  /** Gives a finding its place in the file that holds its path. */
  readonly locate: (finding: Finding) => Problem;
}

/** The sections whose entries have names. Several files may add to one of them. */
const NAMED = new Map([
  ['machines', 'machine'],
  ['classes', 'class'],
  ['windows', 'window'],
  ['probes', 'probe'],
  ['budgets', 'budget'],
  ['consumers', 'consumer'],
  ['runners', 'runner'],
  ['jobs', 'job'],
]);

/** Puts the files together. What two of them declare is an error that names both places; the first one stays. */
export function merge(files: readonly ParsedFile[]): Merged {
  const merged = new Map<string, unknown>();
  const owners = new Map<string, ParsedFile>();
  const problems: Problem[] = [];

  /** Says whether this file is the first to declare the path, and reports it otherwise. */
  const claim = (file: ParsedFile, path: Path, what: string): boolean => {
    const owner = owners.get(showPath(path));
    if (owner === undefined) {
      owners.set(showPath(path), file);
      return true;
    }
    const hint = `first at ${owner.file}:${showPlace(owner.place(path, 'key'))}`;
    const message = `${what} is declared twice`;
    problems.push(problemIn(file, { path, at: 'key', message, hint }));
    return false;
  };

  for (const file of files) {
    for (const [section, value] of Object.entries(file.value ?? {})) {
      const kind = NAMED.get(section);
      if (kind === undefined) {
        if (claim(file, [section], section)) merged.set(section, value);
        continue;
      }
      const entries = merged.get(section) ?? new Map<string, unknown>();
      merged.set(section, entries);
      if (!owners.has(section)) owners.set(section, file);
      // A section with nothing in it is one whose entries have been commented out.
      if (value === null) continue;
      if (typeof value !== 'object' || Array.isArray(value)) {
        const message = 'holds no names';
        const hint = `write each ${kind} as "name: …" under it`;
        problems.push(problemIn(file, { path: [section], at: 'value', message, hint }));
        continue;
      }
      for (const [name, entry] of Object.entries(value)) {
        const isNew = claim(file, [section, name], `${kind} "${name}"`);
        if (isNew && entries instanceof Map) entries.set(name, entry);
      }
    }
  }

  const ownerOf = (path: Path): ParsedFile | undefined =>
    owners.get(showPath(path.slice(0, 2))) ?? owners.get(showPath(path.slice(0, 1))) ?? files[0];

  return {
    value: plain(merged),
    problems,
    locate: (finding) => {
      const owner = ownerOf(finding.path);
      if (owner !== undefined) return problemIn(owner, finding);
      const { path, message, hint } = finding;
      return { file: '', line: null, column: null, path: showPath(path), message, hint };
    },
  };
}

function plain(map: ReadonlyMap<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    [...map].map(([key, value]) => [key, value instanceof Map ? Object.fromEntries(value) : value]),
  );
}

function problemIn(file: ParsedFile, { path, at, message, hint }: Finding): Problem {
  return { file: file.file, ...file.place(path, at), path: showPath(path), message, hint };
}
