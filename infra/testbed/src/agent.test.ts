import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { awaitAgent, type Agent } from './agent.ts';
import { frame, frameReader } from './frames.ts';

let folder: string;
let agent: Agent;
let inside: Socket;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agent-'));
  agent = await awaitAgent(join(folder, 'sock'));
  inside = connect(join(folder, 'sock'));
  inside.write(frame('H', 0, Buffer.alloc(0)));
});
afterEach(async () => {
  agent.close(new Error('the test is over'));
  inside.destroy();
  await rm(folder, { recursive: true });
});

/** The number of the next command that is asked for. */
async function asked(): Promise<number> {
  const read = frameReader();
  for (;;) {
    const [piece] = (await once(inside, 'data')) as [Buffer];
    const found = read(piece).find(({ kind }) => kind === 'R');
    if (found) return found.id;
  }
}

test('output is given as it comes, and the whole of it at the end', async () => {
  const first = Promise.withResolvers<string>();
  const result = agent.spawn(['talk'], '', (piece) => first.resolve(piece.toString()));
  const id = await asked();
  inside.write(frame('O', id, Buffer.from('one ')));
  expect(await first.promise).toBe('one ');
  inside.write(frame('O', id, Buffer.from('two')));
  inside.write(frame('X', id, Buffer.from('0')));
  expect((await result).stdout.toString()).toBe('one two');
});

test('of a machine that dies all is read that it had sent, before what waits for it is told so', async () => {
  let heard = 0;
  const result = agent.spawn(['talk'], '', ({ length }) => (heard += length));
  const id = await asked();
  const pieces = Array.from({ length: 100 }, () => frame('O', id, Buffer.alloc(2000)));
  inside.end(Buffer.concat(pieces));
  await once(inside, 'finish');
  const dead = agent.outlive(new Error('the power was cut'));
  await expect(result).rejects.toThrow('the power was cut');
  await dead;
  expect(heard).toBe(200_000);
  await expect(agent.spawn(['more'])).rejects.toThrow('the power was cut');
});

test('a machine that never had a wire can be outlived', async () => {
  const lonely = await awaitAgent(join(folder, 'other'));
  const waiting = lonely.spawn(['talk']);
  const outlived = lonely.outlive(new Error('it did not come up'));
  await expect(waiting).rejects.toThrow('it did not come up');
  await outlived;
});
