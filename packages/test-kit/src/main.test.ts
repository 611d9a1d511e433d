import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
const SOURCE = ['-C', '@hearth/source'];

/** The first line that a process prints. */
async function firstLine(child: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  return text.trimEnd();
}

function start(...flags: string[]): ChildProcess {
  return spawn(process.execPath, [...SOURCE, MAIN, ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

test.for(['SIGTERM', 'SIGINT'] as const)(
  'it serves the machine of its flags and ends on %s',
  async (signal) => {
    const child = start('--kind', 'vllm', '--model', 'demo', '--context', '1234', '--rate', '1000');
    const line = await firstLine(child);
    expect(line).toMatch(/^A simulated vllm machine listens at http:\/\/127\.0\.0\.1:\d+$/);
    const url = line.split(' ').at(-1) ?? '';
    const models = await (await fetch(`${url}/v1/models`)).json();
    expect(models).toMatchObject({ data: [{ id: 'demo', max_model_len: 1234 }] });
    const exit = once(child, 'exit');
    child.kill(signal);
    expect(await exit).toEqual([0, null]);
  },
);

test('it ends when its parent’s channel closes', async () => {
  const child = fork(MAIN, [], { execArgv: SOURCE, silent: true });
  await firstLine(child);
  const exit = once(child, 'exit');
  child.disconnect();
  expect(await exit).toEqual([0, null]);
});

test.for([
  ['--kind', 'gpt', '--kind must be one of llama.cpp'],
  ['--rate', 'fast', '--rate must be a number'],
  ['--context', '0', '--context must be a whole number'],
  ['--port', '99999', '--port must be a whole number'],
  ['--colour', 'red', "Unknown option '--colour'"],
] as const)('%s %s is wrong use: it says so and exits with 2', async ([flag, value, said]) => {
  const child = start(flag, value);
  const errors: string[] = [];
  child.stderr?.on('data', (chunk) => errors.push(String(chunk)));
  expect((await once(child, 'close'))[0]).toBe(2);
  expect(errors.join('')).toContain(said);
});
