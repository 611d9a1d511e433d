#!/usr/bin/env node
/** Has the gateway copy its queue, then opens the copy, checks it from end to end and counts what is in it. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { DatabaseSync } from 'node:sqlite';

const url = process.env['HEARTH_URL'];
if (url === undefined)
  throw new Error('HEARTH_URL is not set: this program is meant to be run by hearth');
// A house that declares consumers gives this job the key of one that may `operate`, in its environment.
const key = process.env['HEARTH_KEY'];

const response = await fetch(`${url}/hearth/v1/backup`, {
  method: 'POST',
  headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
});
const text = await response.text();
if (!response.ok) throw new Error(`the backup ended with status ${response.status}: ${text}`);
const { path } = JSON.parse(text) as { path: string };

const copy = new DatabaseSync(path, { readOnly: true });
const verdicts = copy
  .prepare('pragma integrity_check')
  .all()
  .map((row) => Object.values(row)[0]);
if (verdicts.join() !== 'ok') throw new Error(`${path} is damaged: ${verdicts.join('; ')}`);
const runs = Number(copy.prepare('select count(*) as count from run').get()?.['count']);
copy.close();

const hash = createHash('sha256');
await pipeline(createReadStream(path), hash);
console.log(`${path} is whole: ${runs} runs, sha256 ${hash.digest('hex')}`);
