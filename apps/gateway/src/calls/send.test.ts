import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import process from 'node:process';

import { expect, onTestFinished, test } from 'vitest';

import { createSender } from './send.ts';

/** A server that listens and never takes a connection, with all its places for those that wait taken. */
async function deafServer(): Promise<number> {
  const program = `
    const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 });
    server.on('listening', () => console.log(server.address().port));
  `;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  child.kill('SIGSTOP');
  const port = Number(line.toString());
  for (let place = 0; place < 4; place += 1) {
    const socket = connect(port, '127.0.0.1').on('error', () => null);
    onTestFinished(() => void socket.destroy());
  }
  return port;
}

test('a machine that takes no connection is given up in seconds, as nothing was sent', async () => {
  const sender = createSender(`http://127.0.0.1:${await deafServer()}`);
  onTestFinished(() => sender.close());
  const started = performance.now();
  const request = { method: 'POST', path: '/v1/chat/completions', headers: {}, body: '{}' };
  const connected = await new Promise<boolean>((resolve, reject) => {
    const never = (): void => reject(new Error('It answered.'));
    const broke = (_error: Error, wasConnected: boolean): void => resolve(wasConnected);
    sender.send(request, { begun: never, chunk: never, ended: never, broke });
  });
  expect(connected).toBe(false);
  expect(performance.now() - started).toBeLessThan(12_000);
}, 20_000);
