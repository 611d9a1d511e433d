#!/usr/bin/env node
/** Reads the reports of the house and has the model tell what changed between the oldest and the newest. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { ask } from './ask.ts';

const source = join('..', 'house-report', 'reports');
const names = (await readdir(source).catch(() => []))
  .filter((name) => name.endsWith('.md'))
  .toSorted();
const oldest = names.at(0);
const newest = names.at(-1);
if (oldest === undefined || newest === undefined) {
  console.log('there is no report yet: nothing to digest');
} else {
  const [before, after] = await Promise.all(
    [oldest, newest].map((name) => readFile(join(source, name), 'utf8')),
  );
  const digest = await ask(
    `Summarise in one sentence what changed between these two reports.\n\n${before}\n\n${after}`,
  );
  await writeFile('digest.md', `${digest}\n`);
  console.log(`from ${oldest} to ${newest}: ${digest}`);
}
