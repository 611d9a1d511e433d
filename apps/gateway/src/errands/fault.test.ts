import { expect, test } from 'vitest';

import { faultOf } from './fault.ts';

test.each([
  [{ code: 0, signal: null, detail: 'all well' }, null],
  [{ code: 3, signal: null, detail: 'on battery' }, 'exit code 3: on battery'],
  [{ code: 1, signal: null, detail: null }, 'exit code 1'],
  [
    { code: null, signal: 'SIGKILL', detail: 'it did not end within 5 s' },
    'ended by SIGKILL: it did not end within 5 s',
  ],
  [{ code: null, signal: null, detail: 'there is no program ups' }, 'there is no program ups'],
  [{ code: null, signal: null, detail: null }, 'it could not be started'],
])('the fault in %j is %j', (report, fault) => {
  expect(faultOf(report)).toBe(fault);
});
