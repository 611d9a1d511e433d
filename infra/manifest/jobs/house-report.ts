#!/usr/bin/env node
/** Reads this machine's own state, writes it down as a report, and asks the model for one sentence about it. */
import { mkdir, readdir, readFile, stat, statfs, writeFile } from 'node:fs/promises';
import { freemem, hostname, loadavg, totalmem, uptime } from 'node:os';
import { join } from 'node:path';

import { ask } from './ask.ts';

const facts = [
  `memory: ${size(freemem())} free of ${size(totalmem())}`,
  `load: ${loadavg()
    .map((value) => value.toFixed(2))
    .join(' ')}`,
  `up for ${Math.round(uptime() / 3600)} h`,
  ...(await disks()),
  ...(await largestFolders('/var')),
  await failedLogins(),
];
const written = new Date().toISOString();
const report = [`# ${hostname()}, ${written}`, '', ...facts.map((fact) => `- ${fact}`), ''];

const sentence = await ask(
  `Write one sentence of summary for the owner of this machine:\n${facts.join('\n')}`,
);
report.push(sentence, '');

await mkdir('reports', { recursive: true });
const file = join('reports', `${written.replaceAll(':', '-')}.md`);
await writeFile(file, report.join('\n'));
console.log(`wrote ${file} with ${facts.length} facts\n${sentence}`);

/** How full each real disk is, from the mounts that stand on a device. */
async function disks(): Promise<string[]> {
  const mounts = (await readFile('/proc/mounts', 'utf8'))
    .split('\n')
    .map((line) => line.split(' '));
  const places = new Map(
    mounts.flatMap(([device, place]) =>
      device?.startsWith('/dev/') && place !== undefined ? [[device, place] as const] : [],
    ),
  );
  return Promise.all(
    [...places.values()].map(async (place) => {
      const disk = await statfs(place);
      return `disk ${place}: ${size(disk.bavail * disk.bsize)} free of ${size(disk.blocks * disk.bsize)}`;
    }),
  );
}

/** The three largest folders directly below `top`, looked into four levels deep at most: enough to see a log that grows. */
async function largestFolders(top: string): Promise<string[]> {
  const entries = await readdir(top, { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((entry) => entry.isDirectory());
  const sized = await Promise.all(
    folders.map(async ({ name }) => ({ name, bytes: await below(join(top, name), 4) })),
  );
  return sized
    .toSorted((a, b) => b.bytes - a.bytes)
    .slice(0, 3)
    .map(({ name, bytes }) => `folder ${join(top, name)}: ${size(bytes)}`);
}

async function below(folder: string, depth: number): Promise<number> {
  // What may not be read counts as nothing: the report is about what its user can see.
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth > 0) bytes += await below(path, depth - 1);
    else if (entry.isFile())
      bytes += await stat(path).then(
        (found) => found.size,
        () => 0,
      );
  }
  return bytes;
}

async function failedLogins(): Promise<string> {
  const log = await readFile('/var/log/auth.log', 'utf8').catch(() => null);
  if (log === null) return 'failed logins: /var/log/auth.log is not there or may not be read';
  return `failed logins: ${log.split('\n').filter((line) => line.includes('Failed password')).length}`;
}

function size(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
