import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { Problem } from './problem.ts';
import { readBeside, type Loaded, type SourceFile } from './read.ts';
import { MAX_FILE_BYTES } from './yaml/parse.ts';

/**
 * Loads the manifest that lies in a folder: every file of it whose name ends in `.yaml` or `.yml` and does not begin
 * with a dot, in the order of their names. Folders in it are not looked into. Never throws: a folder or a file that
 * cannot be read is a problem like any other, and nothing loads then.
 */
export async function loadManifest(folder: string): Promise<Loaded> {
  const listed = await listFiles(folder);
  if (!listed.ok) return { ok: false, problems: [listed.problem] };
  const sources: SourceFile[] = [];
  const problems: Problem[] = [];
  for (const file of listed.names) {
    const source = await readSource(folder, file);
    if ('text' in source) sources.push(source);
    else problems.push(source);
  }
  return readBeside(sources, problems);
}

type Listed = { ok: true; names: string[] } | { ok: false; problem: Problem };

async function listFiles(folder: string): Promise<Listed> {
  try {
    const names = (await readdir(folder)).filter((name) => /^[^.].*\.ya?ml$/.test(name)).sort();
    if (names.length > 0) return { ok: true, names };
    const hint = 'put at least one file that ends in .yaml into it';
    return { ok: false, problem: problemOf(folder, 'the folder holds no manifest', hint) };
  } catch (error) {
    const hint = 'name the folder that holds the manifest';
    return { ok: false, problem: problemOf(folder, reasonOf(error, 'folder'), hint) };
  }
}

async function readSource(folder: string, file: string): Promise<SourceFile | Problem> {
  const path = join(folder, file);
  try {
    const found = await stat(path);
    if (!found.isFile()) return problemOf(file, 'is not a file', 'move it out of the folder');
    if (found.size > MAX_FILE_BYTES) {
      const hint = `a file may have ${MAX_FILE_BYTES / 1024} KiB; make several of it`;
      return problemOf(file, `has ${Math.ceil(found.size / 1024)} KiB`, hint);
    }
    return decode(file, await readFile(path));
  } catch (error) {
    return problemOf(
      file,
      reasonOf(error, 'file'),
      'every .yaml file of the folder must be readable',
    );
  }
}

function decode(file: string, content: Uint8Array): SourceFile | Problem {
  try {
    return { file, text: new TextDecoder('utf-8', { fatal: true }).decode(content) };
  } catch {
    // The part before the first wrong byte tells the line: a lenient decoder marks that byte with U+FFFD.
    const before = new TextDecoder('utf-8').decode(content).split('\uFFFD', 1)[0] ?? '';
    const line = before.split('\n').length;
    const column = before.length - before.lastIndexOf('\n');
    return { ...problemOf(file, 'is not UTF-8 from here on', 'save it as UTF-8'), line, column };
  }
}

function problemOf(file: string, message: string, hint: string): Problem {
  return { file, line: null, column: null, path: '', message, hint };
}

function reasonOf(error: unknown, what: 'file' | 'folder'): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  switch (code) {
    case 'ENOENT':
      return what === 'folder' ? 'there is no such folder' : 'is a link that leads nowhere';
    case 'ENOTDIR':
      return 'is not a folder';
    case 'EACCES':
    case 'EPERM':
      return 'may not be read by this user';
    default:
      return `cannot be read (${code})`;
  }
}
