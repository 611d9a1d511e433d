import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';

import { describe, expect, test } from 'vitest';

import { HELLO, note, why } from './house.test.helper.ts';
import { prepareLlama } from './prepare-llama.ts';
import { startLlama } from './start-llama.ts';

const HERE = import.meta.dirname;
/** Starts a server, tells where, and waits until it is killed. */
const OWNER = `
import { startLlama } from ${JSON.stringify(`${HERE}/start-llama.ts`)};
const { url } = await startLlama({ model: 'tiny', context: 512, slots: 1 });
process.stdout.write(url);
await new Promise(() => setInterval(() => {}, 1000));
`;

function chat(url: string, maxTokens: number): Promise<Response> {
  const body = JSON.stringify({ messages: HELLO, max_tokens: maxTokens });
  return fetch(`${url}/v1/chat/completions`, { method: 'POST', body });
}

describe.skipIf(why !== null)(`a llama-server${note}`, () => {
  test('answers until its context is full, and tells how its slots were used', async () => {
    const llama = await startLlama({ model: 'tiny', context: 256, slots: 2 });
    const answers = await Promise.all([chat(llama.url, 1000), chat(llama.url, 1000)]);
    for (const answer of answers) {
      const { usage } = (await answer.json()) as { usage: { total_tokens: number } };
      expect(usage.total_tokens).toBe(256);
    }
    await llama.slots.until(({ began, working }) => began === 2 && working === 0);
    expect(llama.slots.mostAtOnce).toBe(2);
    expect(llama.slots.lastTokens).toBeGreaterThanOrEqual(255);
    expect(await llama.busy()).toBe(0);
    await llama.stop();
    await expect(chat(llama.url, 1)).rejects.toThrow(/fetch failed/);
    await expect(llama.slots.until(() => false)).rejects.toThrow(/llama-server ended/);
  });

  test('ends when its owner is killed, and leaves nothing mounted', async () => {
    const owner = spawn(
      process.execPath,
      ['-C', '@hearth/source', '--input-type=module', '-e', OWNER],
      { cwd: HERE, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const [said] = (await once(owner.stdout, 'data')) as [Buffer];
    const { port } = new URL(said.toString());
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    owner.kill('SIGKILL');
    // Only the death of the server ends the connection so soon.
    await once(socket, 'close');
    await expect(chat(said.toString(), 1)).rejects.toThrow(/fetch failed/);
    expect(await readFile('/proc/self/mountinfo', 'utf8')).not.toContain(await prepareLlama());
  });

  test('that cannot start says why', async () => {
    const crowded = startLlama({ model: 'tiny', context: 8, slots: 300 });
    await expect(crowded).rejects.toThrow(/llama-server ended \(1\)[^]*n_seq_max must be <= 256/);
  });
});
