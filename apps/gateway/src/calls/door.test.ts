import { tokens } from '@hearth/words';
import { expect, test } from 'vitest';

import { chatOf, startGateway, recorded } from './gateway.test.helper.ts';

test('a chat gets an answer, a cap and its reason, and a record', async () => {
  const { post, queue, settled } = await startGateway({
    machine: { models: [{ name: 'tiny', context: tokens(4096) }] },
    box: '    models: { tiny: { tokens_per_second: 10 } }',
  });
  const response = await post('/v1/chat/completions', chatOf('hello'));
  expect(response.status).toBe(200);
  const answer = (await response.json()) as { choices: { finish_reason: string }[] };
  expect(answer.choices[0]?.finish_reason).toBe('stop');
  // Two minutes, less a second's margin, at ten tokens a second.
  expect(response.headers.get('x-hearth-cap')).toBe('1190');
  expect(response.headers.get('x-hearth-cap-reason')).toBe('time');
  await settled();
  const [call] = await recorded(queue, 1);
  expect(call).toMatchObject({ end: 'stop', cap: 1190, capReason: 'time', machine: 'box' });
});
