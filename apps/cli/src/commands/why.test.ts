import { expect, test } from 'vitest';

import { house } from '../house.test.helper.ts';
import { aWhy } from '../samples.test.helper.ts';

test('it says every reason, until when, and what would mend it', async () => {
  const { reasons } = aWhy();
  const never = {
    code: 'no_runner',
    message: 'no runner serves class render',
    until: null,
    never: true,
    mend: 'start a runner that serves it',
  };
  await using gateway = await house({
    'GET /runs/13/why': aWhy({ reasons: [...reasons, never] }),
  });
  expect(await gateway.hearth('why', '13')).toEqual({
    code: 0,
    out: [
      'Run 13 of render-postcard waits.',
      '- probe render-box has been down for 2h: connection refused',
      '- window workday is open and reserves class render (until 2026-07-01 17:30:00 BST, in 4h30m)',
      '- no runner serves class render (this will not pass by itself)',
      '  to mend it: start a runner that serves it',
      '',
    ].join('\n'),
    err: '',
  });
});

test('with --json it prints what the gateway answered', async () => {
  await using gateway = await house({ 'GET /runs/13/why': aWhy() });
  expect(JSON.parse((await gateway.hearth('why', '13', '--json')).out)).toEqual(aWhy());
});
