import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';

import { startMachine, temporaryFolder } from '@hearth/test-kit';
import { tokens } from '@hearth/words';
import { expect, onTestFinished, test } from 'vitest';

import { chatOf } from './gateway.test.helper.ts';

const MAIN = join(import.meta.dirname, '..', 'main.ts');

/** Starts the real gateway as a process of its own, and resolves when it is ready. */
async function startProcess(folder: string, port: number): Promise<ChildProcess> {
  const places = ['--manifest', join(folder, 'manifest'), '--data', join(folder, 'data')];
  const flags = ['-C', '@hearth/source', MAIN, ...places, '--listen', `127.0.0.1:${port}`];
  const child = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  let said = '';
  for await (const chunk of child.stdout) {
    said += String(chunk);
    if (said.includes('ready at')) break;
  }
  return child;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** A house with one machine and a budget, in files, and the port that its gateway is to listen at. */
async function house(machineUrl: string): Promise<{ folder: string; port: number }> {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const text = `
timezone: Europe/London
machines:
  box: { url: "${machineUrl}" }
budgets:
  scripts: { gpu_time: 10m, per: day }
`;
  await mkdir(join(folder.path, 'manifest'));
  await writeFile(join(folder.path, 'manifest', 'house.yaml'), text);
  return { folder: folder.path, port: await freePort() };
}

/** What asks the gateway at that port for a chat. */
function asker(
  port: number,
): (body: object, headers?: Record<string, string>) => Promise<Response> {
  return (body, headers = {}) =>
    fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
}

test('a gateway that is killed in mid-stream leaves a call that the next one closes, charges, and waits for', async () => {
  const machine = await startMachine({ tokensPerSecond: 100, answer: tokens(150) });
  onTestFinished(() => machine.close());
  const { folder, port } = await house(machine.url);
  const ask = asker(port);

  const first = await startProcess(folder, port);
  // The machine does not notice that the gateway is gone: the answer goes on for a second and a half.
  machine.failNext({ kind: 'deaf' });
  const cut = ask(chatOf('first', { stream: true }), { 'x-hearth-budget': 'scripts' })
    .then((response) => response.text())
    .catch(() => 'broken');
  await machine.until(({ calls }) => (calls[0]?.tokens ?? 0) >= 5);
  first.kill('SIGKILL');
  await once(first, 'exit');
  expect(await cut).toBe('broken');
  expect(machine.calls[0]?.state).toBe('generating');

  await startProcess(folder, port);
  const next = await ask(chatOf('second', { max_tokens: 3 }));
  expect(next.status).toBe(200);
  expect(machine.calls[0]?.state).toBe('finished');
  expect(machine.mostAtOnce).toBe(1);
  const { calls } = (await (await fetch(`http://127.0.0.1:${port}/hearth/v1/calls`)).json()) as {
    calls: object[];
  };
  expect(calls[1]).toMatchObject({ end: 'lost', machine: 'box', budget: 'scripts' });
  const { ran_seconds: ran } = calls[1] as { ran_seconds: number };
  expect(ran).toBeGreaterThan(0);
}, 30_000);

test('a gateway whose streams are over ends at once when it is told to', async () => {
  // The first call takes longer than a stream waits in silence for.
  const machine = await startMachine({ tokensPerSecond: 10, answer: tokens(34) });
  onTestFinished(() => machine.close());
  const { folder, port } = await house(machine.url);
  const ask = asker(port);
  const gateway = await startProcess(folder, port);
  const first = ask(chatOf('first', { stream: true })).then((response) => response.text());
  await machine.until(({ calls }) => (calls[0]?.tokens ?? 0) >= 1);
  const second = await ask(chatOf('second', { stream: true, max_tokens: 3 }));
  expect(await second.text()).toMatch(/^: .*\n\n[\s\S]*data: \[DONE\]\n\n$/);
  await first;

  const told = performance.now();
  gateway.kill('SIGTERM');
  const [code] = (await once(gateway, 'exit')) as [number | null];
  expect(code).toBe(0);
  expect(performance.now() - told).toBeLessThan(2000);
}, 30_000);
