import { expect, test } from 'vitest';

import { house } from '../house.test.helper.ts';
import { aWaitingRun } from '../samples.test.helper.ts';

test('it prints the output of a run and nothing else', async () => {
  await using gateway = await house({
    'GET /runs/12/log': (response) => void response.end('one\nhalf a line'),
  });
  const said = await gateway.hearth('logs', '12');
  expect(said).toEqual({ code: 0, out: 'one\nhalf a line', err: '' });
  expect(gateway.asked[0]?.url.search).toBe('');
});

test('-f follows it as it comes', async () => {
  await using gateway = await house({
    'GET /runs/12/log': (response) => {
      response.write('one\n', () => response.end('two\n'));
    },
  });
  expect((await gateway.hearth('logs', '12', '-f')).out).toBe('one\ntwo\n');
  expect(gateway.asked[0]?.url.search).toBe('?follow=1');
});

test('where there is no output it says how the run stands', async () => {
  await using gateway = await house({
    'GET /runs/13/log': (response) => void response.end(),
    'GET /runs/13': aWaitingRun(),
  });
  const { code, out, err } = await gateway.hearth('logs', '13');
  expect({ code, out }).toEqual({ code: 0, out: '' });
  expect(err).toContain('run 13 has written nothing; it is parked');
});
