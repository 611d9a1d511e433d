import { isMap, LineCounter, parseDocument, type Document } from 'yaml';

import { showPath, type Finding, type Path, type Problem } from '../problem.ts';
import { nodeAt } from './node-at.ts';
import { checkStructure } from './structure.ts';

/** A line and a column, both from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** One file of the manifest after reading, with the way back from a value to its place. */
export interface ParsedFile {
  readonly file: string;
  /** The top-level map as plain data; null when the file cannot be read as YAML, which `problems` then says. */
  readonly value: Readonly<Record<string, unknown>> | null;
  readonly problems: readonly Problem[];
  /** Where the path stands in this file; a path that is not there has the place of the deepest part that is. */
  readonly place: (path: Path, at: Finding['at']) => Place;
}

/**
 * A house's manifest is a few kilobytes. The bound keeps a file that was put there by mistake, or in malice, from
 * holding a small box for seconds: reading takes about two microseconds a byte there.
 */
export const MAX_FILE_BYTES: number = 256 * 1024;

/** Errors of one broken spot tend to come in crowds; more than this many of a file do not help. */
const MAX_SYNTAX_ERRORS = 5;

/** What an alias may add up to, so that a few lines cannot stand for gigabytes. */
const MAX_ALIASES = 100;

/** Reads the text of one file. It never throws: what is wrong is in `problems`. */
export function parseFile(file: string, text: string): ParsedFile {
  const lines = new LineCounter();
  // Keys that are written twice are reported by checkStructure, which names both places.
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: false,
  });
  const placeOf = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const problem = (offset: number, path: Path, message: string, hint: string | null): Problem => ({
    file,
    ...placeOf(offset),
    path: showPath(path),
    message,
    hint,
  });
  const place = (path: Path, at: Finding['at']): Place => placeOf(nodeAt(document, path, at));

  const syntax = syntaxProblems(document, (offset, message, hint) =>
    problem(offset, [], message, hint),
  );
  if (syntax.length > 0) return { file, value: null, problems: syntax, place };
  // A power cut while a file is written leaves it empty: that must not pass for a house without jobs.
  if (text.trim() === '') {
    const hint = 'restore it, or take it away';
    return { file, value: null, problems: [problem(0, [], 'the file is empty', hint)], place };
  }
  if (document.contents === null) return { file, value: {}, problems: [], place };
  if (!isMap(document.contents)) {
    const offset = document.contents.range?.[0] ?? 0;
    const hint = 'a file holds sections such as jobs: and classes:';
    const wrong = problem(offset, [], 'the file holds no sections', hint);
    return { file, value: null, problems: [wrong], place };
  }

  const { faults, readable } = checkStructure(document);
  const problems = faults.map((fault) => {
    const hint =
      fault.first === null ? fault.hint : `first at ${file}:${showPlace(placeOf(fault.first))}`;
    return problem(fault.offset, fault.path, fault.message, hint);
  });
  if (!readable) return { file, value: null, problems, place };
  try {
    const value = document.toJS({ maxAliasCount: MAX_ALIASES }) as Record<string, unknown>;
    return { file, value, problems, place };
  } catch {
    // What aliases may do wrong beside their number has been checked above.
    const message = `its aliases stand for more than ${MAX_ALIASES} values`;
    const hint = 'write the values out where they are used';
    return { file, value: null, problems: [...problems, problem(0, [], message, hint)], place };
  }
}

/** `12:5`. */
export function showPlace({ line, column }: Place): string {
  return `${line}:${column}`;
}

type Located = (offset: number, message: string, hint: string | null) => Problem;

function syntaxProblems(document: Document, located: Located): Problem[] {
  const byLine = new Map<number | null, Problem>();
  for (const { code, pos, message } of document.errors) {
    const problem = located(pos[0], ...inPlainWords(code, message));
    if (!byLine.has(problem.line)) byLine.set(problem.line, problem);
  }
  return [...byLine.values()].slice(0, MAX_SYNTAX_ERRORS);
}

function inPlainWords(code: string, message: string): [message: string, hint: string | null] {
  switch (code) {
    case 'TAB_AS_INDENT':
      return ['a tab cannot indent YAML', 'indent with spaces'];
    case 'MULTIPLE_DOCS':
      return [
        'the file holds more than one YAML document',
        'take out the --- line, or make two files',
      ];
    case 'RESOURCE_EXHAUSTION':
      return ['lists and maps are nested too deep', null];
    case 'BLOCK_AS_IMPLICIT_KEY':
      return [
        'a name and a value stand inside another value',
        'check the indentation, and put a text with ": " in quotes',
      ];
    case 'BAD_SCALAR_START':
      return [lowerFirst(message), 'put the text in quotes'];
    default:
      return [`not YAML: ${lowerFirst(message)}`, null];
  }
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
