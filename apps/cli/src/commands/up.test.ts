import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { temporaryFolder } from '@hearth/test-kit';
import { expect, test } from 'vitest';

import { hearth, house as gatewayAlike, type Said } from '../house.test.helper.ts';
import { Terminal } from '../up/terminal.test.helper.ts';

const HOUSE = `
timezone: Asia/Tokyo
classes:
  light: { concurrency: 2, memory: 256M, cpu: 50% }
jobs:
  greet:
    class: light
    command: [/bin/echo, hello]
    timeout: 1m
  long:
    class: light
    command: [/bin/sh, -c, 'echo begun; exec sleep 1000']
    timeout: 1h
`;

/** A folder with a small house in it, and the flags that start it there at a free port. */
async function smallHouse(
  text = HOUSE,
): Promise<AsyncDisposable & { flags: string[]; path: string }> {
  const folder = await temporaryFolder();
  const manifest = join(folder.path, 'manifest');
  await mkdir(manifest);
  await writeFile(join(manifest, 'house.yaml'), text);
  const data = join(folder.path, 'data');
  const flags = ['--manifest', manifest, '--data', data, '--listen', '127.0.0.1:0'];
  return { flags, path: folder.path, [Symbol.asyncDispose]: () => folder.remove() };
}

/** The id of the process of one app that works in `folder`. */
async function processOf(app: 'gateway' | 'runner', folder: string): Promise<number> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.includes(`/${app}/`) && command.includes(folder)) return Number(pid);
  }
  throw new Error(`of the ${app} in ${folder} there is none`);
}

/** A command line against the house at `url`. */
function at(url: string): (...argv: string[]) => Promise<Said> {
  return (...argv) => hearth(...argv, '--url', url);
}

test('it runs a house, whose runs can be made, followed and shown from another terminal', async () => {
  await using house = await smallHouse();
  await using terminal = new Terminal(...house.flags);
  const url = await terminal.says(/API +(http:\S+)\/hearth\/v1,/);
  expect(await terminal.says(/its zone is (\S+)\.\n/)).toBe('Asia/Tokyo');
  const command = at(url);
  const ran = await command('run', 'greet', '--wait');
  expect(ran).toMatchObject({ code: 0, out: 'hello\n' });
  expect(ran.err).toMatch(/run 1 of greet succeeded after/);
  expect((await command('show', '1')).out).toContain('it succeeded (exit code 0)');
  // Each thing is told once: what runner and gateway both say, by the gateway.
  expect(terminal.text).toMatch(/^gateway +run 1 \(greet\) has started$/m);
  expect(terminal.text).toMatch(/^gateway +run 1 \(greet\) succeeded/m);
  expect(terminal.text).not.toMatch(/^runner +run 1 /m);
  expect((await command('logs', '1')).out).toBe('hello\n');
  expect((await command('runs')).out).toMatch(/ 1 +greet +batch +succeeded/);
  expect((await command('status')).out).toContain('its zone is Asia/Tokyo');
}, 60_000);

test('Ctrl-C stops the jobs as a shutdown and ends with 0; the next start goes on where it was', async () => {
  await using house = await smallHouse();
  await using terminal = new Terminal(...house.flags);
  const command = at(await terminal.says(/API +(http:\S+)\/hearth\/v1,/));
  await command('run', 'long');
  await terminal.says(/gateway +run 1 \(long\) has started/);
  terminal.signal('SIGINT');
  expect(await terminal.ended).toEqual([0, null]);
  expect(terminal.text).toMatch(/stopping: first the runner.*/);
  expect(terminal.text).toMatch(/stopped; all is kept in .*\/data, and the next start goes on/);

  await using again = new Terminal(...house.flags);
  const later = at(await again.says(/API +(http:\S+)\/hearth\/v1,/));
  await again.says(/gateway +run 1 \(long\) has started/);
  const { out } = await later('show', '1');
  expect(out).toContain('it was stopped: its runner was shut down');
  expect(out).toMatch(/interruptions +1 /);
}, 60_000);

test('when one of its programs dies it ends the others, says which one, and is 1', async () => {
  await using house = await smallHouse();
  await using terminal = new Terminal(...house.flags);
  await terminal.says(/runner \S+ is here/);
  process.kill(await processOf('gateway', house.path), 'SIGKILL');
  expect(await terminal.ended).toEqual([1, null]);
  expect(terminal.text).toMatch(
    /the gateway ended by SIGKILL though nobody told it to; its last words were "/,
  );
  await expect(processOf('runner', house.path)).rejects.toThrow('there is none');
}, 60_000);

test('a second Ctrl-C kills at once what does not end', async () => {
  await using house = await smallHouse();
  await using terminal = new Terminal(...house.flags);
  await terminal.says(/runner \S+ is here/);
  process.kill(await processOf('gateway', house.path), 'SIGSTOP');
  terminal.signal('SIGINT');
  await terminal.says(/told to end: stopping the jobs/);
  // The terminal and pnpm both pass one key press on, so two signals at once are one.
  await delay(400);
  terminal.signal('SIGINT');
  expect(await terminal.ended).toEqual([1, null]);
  expect(terminal.text).toContain('killed; jobs that still ran are found again at the next start');
}, 60_000);

test('it goes on though nobody reads what it says, and still ends in order', async () => {
  await using house = await smallHouse();
  await using terminal = new Terminal(...house.flags);
  const command = at(await terminal.says(/API +(http:\S+)\/hearth\/v1,/));
  await terminal.says(/runner \S+ is here/);
  terminal.stopReading();
  expect((await command('run', 'greet', '--wait')).code).toBe(0);
  terminal.signal('SIGTERM');
  expect(await terminal.ended).toEqual([0, null]);
  expect(terminal.text).toContain('the next start goes on from there');
}, 60_000);

test('its programs end when it is gone, however that came', async () => {
  await using house = await smallHouse();
  await using terminal = new Terminal(...house.flags);
  const { port } = new URL(await terminal.says(/API +(http:\S+)\/hearth\/v1,/));
  const open = connect(Number(port), '127.0.0.1');
  await once(open, 'connect');
  const gone = once(open.resume(), 'close');
  terminal.signal('SIGKILL');
  expect(await gone).toEqual([false]);
}, 60_000);

test('the example house has a model without being told of one, and its first report succeeds', async () => {
  await using folder = await temporaryFolder();
  await using terminal = new Terminal('--data', folder.path, '--listen', '127.0.0.1:0');
  const url = await terminal.says(/API +(http:\S+)\/hearth\/v1,/);
  expect(terminal.text).toMatch(
    /^(No model server answers|The model of the house is|.* has no model)/,
  );
  expect(terminal.text).toContain(`hearth show 1 --url ${url}`);
  await terminal.says(/runner \S+ is here/);
  const command = at(url);
  const { code, out, err } = await command('run', 'house-report', '--wait');
  expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('wrote reports/') });
  const id = /run (\d+) of house-report succeeded/.exec(err)?.[1] ?? '';
  const shown = await command('show', id);
  expect(shown.out).toMatch(/Model calls\n {2}call \d+ waited .* wrote \d+ of at most \d+ \(/);
}, 60_000);

test('where a hearth answers already it says so and starts nothing', async () => {
  await using house = await smallHouse();
  await using other = await gatewayAlike();
  const said = await hearth('up', ...house.flags, '--listen', new URL(other.url).host);
  expect(said).toMatchObject({ code: 1, out: '' });
  expect(said.err).toMatch(
    /^hearth: another hearth already answers at 127\.0\.0\.1:\d+; stop that one/,
  );
});

test('a manifest that is wrong is told, every problem of it, before anything is started', async () => {
  await using house = await smallHouse('jobs:\n  x: { class: y }\n');
  await using terminal = new Terminal(...house.flags);
  expect(await terminal.ended).toEqual([1, null]);
  expect(terminal.text).toMatch(/^house\.yaml:2:/m);
  expect(terminal.text).not.toContain('gateway');
});

test('an address that is none is wrong use', async () => {
  await using house = await smallHouse();
  const said = await hearth('up', ...house.flags, '--listen', 'here');
  expect(said).toMatchObject({ code: 2, err: expect.stringContaining('HOST:PORT') });
});
