import { expect, test } from 'vitest';

import { house, refuse } from '../house.test.helper.ts';
import { aStatus } from '../samples.test.helper.ts';
import { askGateway, verdictOnGateway } from './gateway.ts';

test('a gateway of the same version is well, one of another is better mended', async () => {
  await using gateway = await house();
  const answer = await askGateway(gateway);
  expect(verdictOnGateway(answer, 'http://it', '1.2.3')[0]?.verdict).toBe('ok');
  expect(verdictOnGateway(answer, 'http://it', '1.3.0')).toEqual([
    {
      verdict: 'warning',
      says: 'the gateway at http://it is version 1.2.3, and this command 1.3.0',
      mend: 'install the same version of both',
    },
  ]);
});

test('one that wants a key is told apart from one that is not there', async () => {
  await using gateway = await house({
    'GET /status': (response) => refuse(response, 401, 'unauthorized', 'it takes a key'),
  });
  const [locked] = verdictOnGateway(await askGateway(gateway), gateway.url, '1.2.3');
  expect(locked).toMatchObject({ verdict: 'fault', mend: expect.stringContaining('HEARTH_KEY') });
  const away = await askGateway({ url: 'http://127.0.0.1:1' });
  const [gone] = verdictOnGateway(away, 'http://127.0.0.1:1', aStatus().version);
  expect(gone).toMatchObject({
    verdict: 'fault',
    mend: expect.stringContaining('journalctl -u hearth-gateway'),
  });
});
