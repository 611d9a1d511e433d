import { expect, test } from 'vitest';

import { at, temporaryFolder, temporaryQueue } from '../temporary.test.helper.ts';

test('what the operator was told is remembered over a restart, until it is over', () => {
  const folder = temporaryFolder();
  const queue = temporaryQueue({ folder });
  expect(queue.noticeSent('runner pi is silent')).toBe(null);
  queue.recordNotice('runner pi is silent', at(1));
  queue.recordNotice('runner pi is silent', at(2));
  queue.close();
  const again = temporaryQueue({ folder });
  expect(again.noticeSent('runner pi is silent')).toBe(at(2));
  expect(again.clearNotice('runner pi is silent')).toBe(true);
  expect(again.clearNotice('runner pi is silent')).toBe(false);
  expect(again.noticeSent('runner pi is silent')).toBe(null);
});
