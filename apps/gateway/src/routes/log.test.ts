import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { claimOne, CLASSES, end, startGateway } from '../gateway.test.helper.ts';

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

test('a run that has not started has no output yet', async () => {
  await using gateway = await startGateway(HOUSE);
  const { run } = await gateway.client.runs.enqueue({ job: 'digest' });
  expect(await text(gateway.client.runs.log(run.id))).toBe('');
});
