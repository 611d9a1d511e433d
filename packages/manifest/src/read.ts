import * as v from 'valibot';

import { checkDoubles } from './check/doubles.ts';
import { checkReferences } from './check/references.ts';
import { checkSchedules } from './check/schedules.ts';
import { warningsOf } from './check/warnings.ts';
import { complete } from './complete.ts';
import { explain } from './explain.ts';
import { byPlace, type Problem } from './problem.ts';
import { house } from './schema/house.ts';
import type { Manifest } from './types.ts';
import { merge } from './yaml/merge.ts';
import { parseFile } from './yaml/parse.ts';

/** The text of one file of the manifest. */
export interface SourceFile {
  /** Its name, for messages. */
  readonly file: string;
  readonly text: string;
}

/** The whole manifest, or everything that is wrong with it: nothing loads by half. */
export type Loaded =
  | { readonly ok: true; readonly manifest: Manifest; readonly warnings: readonly Problem[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * Reads the files as one manifest. All problems are listed at once, by file and from top to bottom; only while a file
 * cannot be read as YAML are names that are declared nowhere left out, since they may well be declared in that one.
 */
export function readManifest(files: readonly SourceFile[]): Loaded {
  return readBeside(files, []);
}

/** Reads the files, where `unread` says what became of others that could not even be opened. */
export function readBeside(files: readonly SourceFile[], unread: readonly Problem[]): Loaded {
  const parsed = files.map(({ file, text }) => parseFile(file, text));
  const merged = merge(parsed);
  const checked = v.safeParse(house, merged.value);
  const findings = (checked.issues ?? []).map(explain);
  if (unread.length === 0 && parsed.every(({ value }) => value !== null)) {
    const { value } = merged;
    findings.push(...checkReferences(value), ...checkSchedules(value), ...checkDoubles(value));
  }
  const problems = [
    ...unread,
    ...parsed.flatMap((file) => file.problems),
    ...merged.problems,
    ...findings.map(merged.locate),
  ];
  if (problems.length > 0 || !checked.success)
    return { ok: false, problems: problems.sort(byPlace) };
  const manifest = complete(checked.output);
  const warnings = warningsOf(merged.value, manifest).map(merged.locate).sort(byPlace);
  return { ok: true, manifest, warnings };
}
