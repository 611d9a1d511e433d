import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { temporaryFolder } from '@hearth/test-kit';
import { claimOne, CLASSES, end, startGateway } from '../gateway.test.helper.ts';
import { readOn } from './read-on.ts';

const HOUSE = `${CLASSES}
jobs:
  digest: { class: light, command: [/bin/true], timeout: 1m, retry: { backoff: 1ms } }
`;

async function text(output: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of output) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

test('a follower sees the output as it is written, over every attempt, until the run is over', async () => {
  await using gateway = await startGateway(HOUSE);
  const { client, data } = gateway;
  const { run } = await client.runs.enqueue({ job: 'digest' });
  const seen: string[] = [];
  const following = (async () => {
    for await (const chunk of client.runs.log(run.id, { follow: true })) {
      seen.push(Buffer.from(chunk).toString());
    }
  })();
  for (const code of [1, 0]) {
    const attempt = await claimOne(client);
    const folder = join(data, 'runner', 'attempts', attempt.attempt_id);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'output'), 'first ');
    await client.runner.started('pi', attempt.attempt_id, { epoch: attempt.epoch, place: 'g' });
    await appendFile(join(folder, 'output'), `second, code ${code}\n`);
    await client.runner.ended('pi', attempt.attempt_id, end(attempt, { code }));
  }
  await following;
  expect(seen.join('')).toBe('first second, code 1\n\n--- attempt 2 ---\nfirst second, code 0\n');
  expect(await text(client.runs.log(run.id))).toBe(seen.join(''));
});

test('where the middle was dropped, a line says how much, and nothing of the hole is shown', async () => {
  await using gateway = await startGateway(HOUSE);
  const { client, data, url } = gateway;
  const { run } = await client.runs.enqueue({ job: 'digest' });
  const attempt = await claimOne(client);
  const folder = join(data, 'runner', 'attempts', attempt.attempt_id);
  await mkdir(folder, { recursive: true });
  const kept = 100_000;
  const [head, tail] = ['h'.repeat(kept), `${'t'.repeat(kept)}\n`];
  await writeFile(join(folder, 'output'), head + '\0'.repeat(2 * kept) + tail);
  await writeFile(join(folder, 'gap.json'), JSON.stringify({ from: kept, to: 3 * kept }));
  await client.runner.started('pi', attempt.attempt_id, { epoch: attempt.epoch, place: 'g' });
  const followed = (async () => text(client.runs.log(run.id, { follow: true })))();
  await client.runner.ended('pi', attempt.attempt_id, end(attempt, { code: 0 }));
  const whole = `${head}\n--- ${2 * kept} bytes dropped here ---\n${tail}`;
  expect(await text(client.runs.log(run.id))).toBe(whole);
  expect(await followed).toBe(whole);
  const answer = await fetch(`${url}/hearth/v1/runs/${run.id}/log`);
  expect(answer.headers.get('x-hearth-gap-at')).toBe(String(kept));
  await answer.body?.cancel();
});

test('a follower who was in the middle as it was dropped is told of what it has not had', async () => {
  await using folder = await temporaryFolder();
  const read = async (from: number): Promise<string> => {
    const pieces = await Array.fromAsync(readOn(folder.path, from));
    return pieces.map(({ bytes, next }) => `${Buffer.from(bytes).toString()}@${next}`).join('|');
  };
  await writeFile(join(folder.path, 'output'), 'head0000tail');
  expect(await read(4)).toBe('0000tail@12');
  // What a power cut may leave of a record says nothing.
  await writeFile(join(folder.path, 'gap.json'), '');
  expect(await read(4)).toBe('0000tail@12');
  await writeFile(join(folder.path, 'gap.json'), '{"from":4,"to":8}');
  expect(await read(0)).toBe('head@4|\n--- 4 bytes dropped here ---\n@8|tail@12');
  expect(await read(6)).toBe('\n--- 2 bytes dropped here ---\n@8|tail@12');
  expect(await read(8)).toBe('tail@12');
});

test('a run that has not started has no output yet', async () => {
  await using gateway = await startGateway(HOUSE);
  const { run } = await gateway.client.runs.enqueue({ job: 'digest' });
  expect(await text(gateway.client.runs.log(run.id))).toBe('');
});

test('an output that cannot be read is an error with its reason, and not an answer that breaks off', async () => {
  await using gateway = await startGateway(HOUSE);
  const { client, data } = gateway;
  const { run } = await client.runs.enqueue({ job: 'digest' });
  const attempt = await claimOne(client);
  // A folder in its place cannot be read by anybody, not even by root.
  const output = join(data, 'runner', 'attempts', attempt.attempt_id, 'output');
  await mkdir(output, { recursive: true });
  await client.runner.started('pi', attempt.attempt_id, { epoch: attempt.epoch, place: 'g' });
  await expect(text(client.runs.log(run.id))).rejects.toMatchObject({
    message: `the gateway cannot read ${output} (EISDIR)`,
    hint: expect.stringContaining('group'),
  });
});
