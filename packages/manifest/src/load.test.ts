import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { loadManifest } from './load.ts';
import { formatProblem } from './problem.ts';

const fixture = (name: string): string =>
  fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-manifest-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

const problemsOf = async (path: string): Promise<string[]> => {
  const loaded = await loadManifest(path);
  return loaded.ok ? [] : loaded.problems.map(formatProblem);
};

describe('a folder with ten mistakes', () => {
  it('lists all of them, each with its place and how to mend it', async () => {
    expect((await problemsOf(fixture('ten-mistakes'))).join('\n')).toMatchInlineSnapshot(`
      "10-house.yaml:1:11  timezone: there is no time zone "Europe/Londn"; did you mean "Europe/London"?
      10-house.yaml:5:20  classes.light.memory: "256" has no unit; write 256M, or 2G
      10-house.yaml:8:15  probes.nas.tcp: "nas.lan" is not a host and a port; write both, like "nas.lan:445"
      10-house.yaml:11:16  consumers.chat.key: a key must not stand here in plain text; run "hearth key new NAME" and write the sha256: line that it prints
      20-jobs.yaml:3:12  jobs.backup.class: unknown class "lihgt"; did you mean "light"? classes: gpu, light
      20-jobs.yaml:4:14  jobs.backup.command: must be a list, since no shell takes it apart, not the text "rsync -a /home nas:/backup"; write [rsync, -a, /home, nas:/backup]
      20-jobs.yaml:5:15  jobs.backup.schedule: the cron line "0 3 31 2 *" can never come: no year has such a date; mend its day of the month or its month; "0 0 28-31 * *" would be a line that comes
      20-jobs.yaml:6:14  jobs.backup.timeout: "45" has no unit; write 45s, 45m, 2h or 1d
      20-jobs.yaml:13:5  jobs.digest.retries: unknown key "retries"; did you mean "retry"? allowed: class, priority, command, schedule, needs, timeout, grace, retry, noop, budget, estimate, overlap, …
      30-more.yml:2:3  jobs.backup: job "backup" is declared twice; first at 20-jobs.yaml:2:3"
    `);
  });
});

describe('a folder', () => {
  it('is read whole: every .yaml and .yml file, but no hidden file, no other file and no folder in it', async () => {
    await writeFile(join(folder, 'a.yaml'), 'hosts: [pi.lan]');
    await writeFile(join(folder, 'b.yml'), 'cors: ["https://chat.lan"]');
    await writeFile(join(folder, '.#a.yaml'), '{');
    await writeFile(join(folder, 'a.yaml~'), '{');
    await writeFile(join(folder, 'notes.txt'), '{');
    await mkdir(join(folder, 'old'));
    await writeFile(join(folder, 'old', 'c.yaml'), '{');
    const loaded = await loadManifest(folder);
    expect(loaded).toMatchObject({
      ok: true,
      manifest: { hosts: ['pi.lan'], cors: ['https://chat.lan'], timezone: 'UTC' },
    });
  });

  it('may hold links to files', async () => {
    await mkdir(join(folder, 'real'));
    await writeFile(join(folder, 'real', 'a.txt'), 'hosts: [pi.lan]');
    await symlink(join(folder, 'real', 'a.txt'), join(folder, 'a.yaml'));
    expect(await loadManifest(folder)).toMatchObject({ ok: true, manifest: { hosts: ['pi.lan'] } });
  });

  it('that is not there is a problem, and so is a file in its place', async () => {
    expect(await problemsOf(join(folder, 'none'))).toEqual([
      `${folder}/none  there is no such folder; name the folder that holds the manifest`,
    ]);
    await writeFile(join(folder, 'file.yaml'), '');
    expect(await problemsOf(join(folder, 'file.yaml'))).toEqual([
      `${folder}/file.yaml  is not a folder; name the folder that holds the manifest`,
    ]);
  });

  it('without a file is a problem, not an empty house', async () => {
    expect(await problemsOf(folder)).toEqual([
      `${folder}  the folder holds no manifest; put at least one file that ends in .yaml into it`,
    ]);
  });

  it('with a file that cannot be read loads nothing, and still says what is wrong in the others', async () => {
    await symlink('/nowhere', join(folder, 'a.yaml'));
    await writeFile(
      join(folder, 'b.yaml'),
      'jobs:\n  j: { class: gpu, command: [x], timeout: 45 }',
    );
    await mkdir(join(folder, 'c.yaml'));
    await writeFile(join(folder, 'd.yaml'), '# x\n'.repeat(70_000));
    await writeFile(join(folder, 'e.yaml'), Buffer.from('a: b\nc: caf\xe9\n', 'latin1'));
    await writeFile(join(folder, 'f.yaml'), '');
    expect(await problemsOf(folder)).toEqual([
      'a.yaml  is a link that leads nowhere; every .yaml file of the folder must be readable',
      'b.yaml:2:43  jobs.j.timeout: "45" has no unit; write 45s, 45m, 2h or 1d',
      'c.yaml  is not a file; move it out of the folder',
      'd.yaml  has 274 KiB; a file may have 256 KiB; make several of it',
      'e.yaml:2:7  is not UTF-8 from here on; save it as UTF-8',
      'f.yaml:1:1  the file is empty; restore it, or take it away',
    ]);
  });

  it.skipIf(process.getuid?.() === 0)('with a file that is not ours to read says so', async () => {
    await writeFile(join(folder, 'a.yaml'), 'hosts: []');
    await chmod(join(folder, 'a.yaml'), 0);
    expect(await problemsOf(folder)).toEqual([
      'a.yaml  may not be read by this user; every .yaml file of the folder must be readable',
    ]);
  });

  it('may hold a file that begins with a byte order mark', async () => {
    await writeFile(join(folder, 'a.yaml'), '\uFEFFhosts: [pi.lan]');
    expect(await loadManifest(folder)).toMatchObject({ ok: true, manifest: { hosts: ['pi.lan'] } });
  });
});
