import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { hearth, house, type Said } from './house.test.helper.ts';
import { aStatus, aWaitingRun } from './samples.test.helper.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

/** Runs the command as a process of its own. */
async function run(argv: readonly string[], env: Record<string, string> = {}): Promise<Said> {
  const child = spawn(process.execPath, ['-C', '@hearth/source', MAIN, ...argv], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number]>,
  ]);
  return { code, out, err };
}

test('without a command it lists the commands, and that is wrong use', async () => {
  const { code, out, err } = await run([]);
  expect(code).toBe(2);
  expect(out + err).toContain('Usage: hearth');
});

test('--help lists every command and is no failure', async () => {
  const { code, out } = await hearth('--help');
  expect(code).toBe(0);
  const verbs =
    'up gateway runner check schema slices run runs show logs why cancel retry dead jobs pause resume estimate machines calls status plan reserve budgets caps backup key';
  for (const verb of verbs.split(' ')) expect(out).toMatch(new RegExp(`^ {2}${verb}\\b`, 'm'));
});

test('an unknown command is wrong use, and the nearest one is named', async () => {
  expect(await run(['statsu'])).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^hearth: unknown command 'statsu'\n\(Did you mean status\?\)/),
  });
});

test('the help of gateway and runner is their own', async () => {
  const said = await Promise.all(['gateway', 'runner'].map((app) => run([app, '--help'])));
  for (const [index, app] of ['gateway', 'runner'].entries()) {
    expect(said[index]?.code).toBe(0);
    expect(said[index]?.out).toContain(`Usage: hearth ${app}`);
  }
});

test('wrong use of gateway is 2, as of every command', async () => {
  expect((await run(['gateway', '--listen', 'nowhere'])).code).toBe(2);
});

test('where no gateway answers it is one sentence with a hint, and 1', async () => {
  const { code, out, err } = await run(['status'], { HEARTH_URL: 'http://127.0.0.1:9' });
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(/^hearth: no hearth gateway answers at http:\/\/127\.0\.0\.1:9; .*\n$/);
});

test('an address that is none is wrong use', async () => {
  expect(await hearth('status', '--url', 'gpu-box')).toMatchObject({ code: 2, out: '' });
});

test('the gateway and the key come from the environment, and a flag is stronger', async () => {
  await using gateway = await house();
  const env = { HEARTH_URL: gateway.url, HEARTH_KEY: 'of-the-environment' };
  expect((await run(['status', '--json'], env)).out).toBe(
    `${JSON.stringify(aStatus(), null, 2)}\n`,
  );
  await run(['--key', 'of-the-flag', 'status', '--json'], env);
  expect(gateway.asked.map(({ key }) => key)).toEqual([
    'Bearer of-the-environment',
    'Bearer of-the-flag',
  ]);
});

test('a reader who has had enough is no failure', async () => {
  await using gateway = await house({
    'GET /runs/1/log': (response) => void response.end('x'.repeat(4 << 20)),
  });
  const child = spawn(
    process.execPath,
    ['-C', '@hearth/source', MAIN, 'logs', '1', '--url', gateway.url],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const said = text(child.stderr);
  child.stdout.once('data', () => child.stdout.destroy());
  expect((await once(child, 'close'))[0]).toBe(0);
  expect(await said).toBe('');
});

test('Ctrl-C while it waits for a run leaves the run alone and says so', async () => {
  await using gateway = await house({
    'POST /runs': aWaitingRun(),
    'GET /runs/13/log': (response) => void response.write('begun\n'),
  });
  const child = spawn(
    process.execPath,
    ['-C', '@hearth/source', MAIN, 'run', 'x', '--wait', '--url', gateway.url],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const said = text(child.stderr);
  child.stdout.once('data', () => child.kill('SIGINT'));
  expect(await once(child, 'close')).toEqual([null, 'SIGINT']);
  expect(await said).toMatch(/run 13 goes on without you; ".* cancel 13" stops it\n$/);
  expect(gateway.asked.some(({ url }) => url.pathname.endsWith('/cancel'))).toBe(false);
});
