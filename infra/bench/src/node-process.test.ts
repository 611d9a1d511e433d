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

test('what a program holds in its heap is seen without its garbage', async () => {
  const script = `
    const kept = Array.from({ length: 10 }, () => Buffer.alloc(2 ** 20, 1));
    for (let n = 0; n < 100; n += 1) Buffer.alloc(2 ** 20, n);
    console.log("ready");
    setInterval(() => kept.length, 1000);
  `;
  const command = ['-e', script];
  const started = await startNode({ ...program, command, inspected: true });
  const held = await started.heap();
  await started.stop();
  expect(held).toBeGreaterThan(10);
  expect(held).toBeLessThan(30);
});

test('a program that is not inspected says nothing of its heap', async () => {
  const command = ['-e', 'console.log("ready"); setInterval(() => {}, 1000)'];
  const started = await startNode({ ...program, command });
  await expect(started.heap()).rejects.toThrow('not inspected');
  await started.stop();
});

test('a program that ends before it serves is told by its name and its last words', async () => {
  const command = ['-e', 'console.error("the port is taken"); process.exitCode = 1'];
  await expect(startNode({ ...program, command })).rejects.toThrow(
    'a server ended before it served:\nthe port is taken',
  );
});
