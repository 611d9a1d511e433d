import { createServer, type IncomingMessage } from 'node:http';

import { expect, test } from 'vitest';

import { claimOne, CLASSES, end, startGateway } from '../gateway.test.helper.ts';

/** A place that takes notices: answers with the next of `statuses`, the last one for ever, and keeps what came. */
async function notified(...statuses: number[]): Promise<
  AsyncDisposable & {
    readonly url: string;
    next(): Promise<{ title: string | undefined; body: string }>;
  }
> {
  const came: { title: string | undefined; body: string }[] = [];
  const waiting: (() => void)[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const status = statuses.length > 1 ? statuses.shift() : statuses[0];
      response.writeHead(status ?? 200).end();
      came.push({ title: request.headers['title']?.toString(), body });
      for (const wake of waiting.splice(0)) wake();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return {
    url: `http://127.0.0.1:${address.port}/hearth`,
    async next() {
      for (;;) {
        const one = came.shift();
        if (one !== undefined) return one;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const JOBS = `
jobs:
  digest: { class: light, command: [/bin/true], timeout: 1m, retry: { attempts: 1 } }
`;

test('a dead run is told of, once, with its last error and the way on', async () => {
  await using place = await notified(200);
  await using gateway = await startGateway(`${CLASSES}${JOBS}notify: { ntfy: "${place.url}" }\n`);
  const { client } = gateway;
  const dead: number[] = [];
  for (const code of [3, 4]) {
    const { run } = await client.runs.enqueue({ job: 'digest' });
    const attempt = await claimOne(client);
    await client.runner.ended('pi', attempt.attempt_id, end(attempt, { code }));
    // Said twice by its runner, as after an answer that was lost.
    await client.runner.ended('pi', attempt.attempt_id, end(attempt, { code }));
    dead.push(run.id);
  }
  for (const [index, id] of dead.entries()) {
    const { title, body } = await place.next();
    expect(title).toBe('digest is dead');
    expect(body).toBe(
      `Run ${id} of digest is dead: exit code ${index + 3}; 1 of 1 attempts. ` +
        `See: hearth logs ${id}; to repeat it: hearth retry ${id}`,
    );
  }
});

test('a webhook gets the notice as JSON', async () => {
  await using place = await notified(200);
  await using gateway = await startGateway(
    `${CLASSES}${JOBS}notify: { webhook: "${place.url}" }\n`,
  );
  const { run } = await gateway.client.runs.enqueue({ job: 'digest' });
  const attempt = await claimOne(gateway.client);
  await gateway.client.runner.ended('pi', attempt.attempt_id, end(attempt, { code: 1 }));
  expect(JSON.parse((await place.next()).body)).toMatchObject({
    key: `dead:${run.id}`,
    title: 'digest is dead',
  });
});

test('a place that takes no notice is said in the log, and nothing else suffers', async () => {
  await using place = await notified(500);
  await using gateway = await startGateway(`${CLASSES}${JOBS}notify: { ntfy: "${place.url}" }\n`);
  const { run } = await gateway.client.runs.enqueue({ job: 'digest' });
  const attempt = await claimOne(gateway.client);
  await gateway.client.runner.ended('pi', attempt.attempt_id, end(attempt, { code: 1 }));
  await place.next();
  expect(await gateway.logged('could not be delivered')).toContain('status 500');
  expect(await gateway.client.runs.show(run.id)).toMatchObject({ state: 'dead' });
});
