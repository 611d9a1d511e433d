import { expect, test } from 'vitest';

import { startNode } from './node-process.ts';

const program = { name: 'a server', env: {}, ready: /ready/ };

test('a program that serves has resident memory, and ends when told to', async () => {
  const command = ['-e', 'console.log("ready"); setInterval(() => {}, 1000)'];
  const started = await startNode({ ...program, command });
  expect(started.rss()).toBeGreaterThan(10);
  expect(await started.end()).toBeLessThan(5);
  expect(() => started.rss()).toThrow('no such file');
});

test('a program that ends before it serves is told by its name and its last words', async () => {
  const command = ['-e', 'console.error("the port is taken"); process.exitCode = 1'];
  await expect(startNode({ ...program, command })).rejects.toThrow(
    'a server ended before it served:\nthe port is taken',
  );
});
