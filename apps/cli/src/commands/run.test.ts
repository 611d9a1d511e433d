import { expect, test } from 'vitest';

import { house, json, refuse } from '../house.test.helper.ts';
import { anAttempt, aRun, aWaitingRun, aWhy } from '../samples.test.helper.ts';

const ready = aWaitingRun({ id: 13, state: 'ready' });

test('it makes a run with what the flags say, and names it', async () => {
  await using gateway = await house({ 'POST /runs': (response) => json(response, 201, ready) });
  const flags = '--priority user --once today --at 2026-03-29T01:30+01:00'.split(' ');
  const parameters = ['size=12', 'dry=true', 'title=a = b', 'code="12"', 'none='];
  const said = await gateway.hearth(
    'run',
    'render-postcard',
    ...flags,
    ...parameters.flatMap((parameter) => ['--param', parameter]),
  );
  expect(said).toMatchObject({ code: 0, err: '' });
  expect(said.out).toMatch(/^Run 13 of render-postcard is ready and waits for its turn\.\n/);
  expect(said.out).toContain('hearth show 13');
  expect(gateway.asked[0]?.body).toEqual({
    job: 'render-postcard',
    priority: 'user',
    key: 'today',
    run_at: '2026-03-29T00:30:00.000Z',
    parameters: { size: '12', dry: 'true', title: 'a = b', code: '"12"', none: '' },
  });
});

test('it says so when the same word has made the run before', async () => {
  await using gateway = await house({ 'POST /runs': ready });
  const { out } = await gateway.hearth('run', 'render-postcard', '--once', 'today');
  expect(out).toContain('(made before with the same word)');
});

test('--wait passes on the output and ends with 0 as the run succeeds', async () => {
  await using gateway = await house({
    'POST /runs': (response) => json(response, 201, ready),
    'GET /runs/13/log': (response) => void response.end('the output\n'),
    'GET /runs/13': aRun({ id: 13, job: 'render-postcard' }),
  });
  const said = await gateway.hearth('run', 'render-postcard', '--wait');
  expect(said).toMatchObject({ code: 0, out: 'the output\n' });
  expect(said.err).toContain('hearth: run 13 of render-postcard succeeded after 21m17s\n');
});

test('--wait ends with 1 as the run does not succeed, and says how it ended', async () => {
  const attempts = [anAttempt({ code: 3 })];
  await using gateway = await house({
    'POST /runs': (response) => json(response, 201, ready),
    'GET /runs/13/log': (response) => void response.end(),
    'GET /runs/13': aRun({ id: 13, state: 'dead', attempts, note: 'failed 4 times' }),
  });
  const { code, err } = await gateway.hearth('run', 'render-postcard', '--wait');
  expect(code).toBe(1);
  expect(err).toMatch(
    /is dead: .*; it failed with exit code 3; failed 4 times \(see ".* show 13"\)/,
  );
});

test('--wait says why the run waits, each reason once, and takes the output up where it broke off', async () => {
  let logs = 0;
  let whys = 0;
  const told = Promise.withResolvers<void>();
  await using gateway = await house({
    'POST /runs': (response) => json(response, 201, ready),
    'GET /runs/13/why': (response) => {
      whys += 1;
      if (whys === 2) told.resolve();
      json(response, 200, aWhy());
    },
    'GET /runs/13/log': async (response) => {
      logs += 1;
      if (logs === 1) {
        response.end('one\n');
      } else {
        await told.promise;
        response.end('one\ntwo\n');
      }
    },
    'GET /runs/13': (response) =>
      json(response, 200, logs === 1 ? ready : aRun({ id: 13, job: 'render-postcard' })),
  });
  const { code, out, err } = await gateway.hearth('run', 'render-postcard', '--wait');
  expect({ code, out }).toEqual({ code: 0, out: 'one\ntwo\n' });
  const reasons = err.match(/run 13 waits: probe render-box has been down for 2h/g);
  expect(reasons).toHaveLength(1);
});

test('--wait outlives a gateway that is away for a while', async () => {
  let logs = 0;
  await using gateway = await house({
    'POST /runs': (response) => json(response, 201, ready),
    'GET /runs/13/log': (response) => {
      logs += 1;
      if (logs === 1) response.destroy();
      else response.end('done\n');
    },
    'GET /runs/13': aRun({ id: 13, job: 'render-postcard' }),
  });
  const { code, out, err } = await gateway.hearth('run', 'render-postcard', '--wait');
  expect({ code, out }).toEqual({ code: 0, out: 'done\n' });
  expect(err).toContain('the gateway is away; still waiting for run 13');
});

test('a refusal is one sentence with its hint, and 1', async () => {
  await using gateway = await house({
    'POST /runs': (response) =>
      refuse(
        response,
        404,
        'not_found',
        'there is no job "nightly"',
        'did you mean nightly-digest?',
      ),
  });
  const said = await gateway.hearth('run', 'nightly');
  expect(said).toEqual({
    code: 1,
    out: '',
    err: 'hearth: there is no job "nightly"; did you mean nightly-digest?\n',
  });
});

test.for([
  ['--at', '2026-03-29 01:30', 'offset from UTC'],
  ['--param', 'size', 'NAME=VALUE'],
  ['--priority', 'urgent', 'interactive, user, batch, best-effort'],
] as const)('%s %s is wrong use', async ([flag, value, said]) => {
  await using gateway = await house();
  const { code, err } = await gateway.hearth('run', 'x', flag, value);
  expect(code).toBe(2);
  expect(err).toContain(said);
  expect(gateway.asked).toEqual([]);
});
