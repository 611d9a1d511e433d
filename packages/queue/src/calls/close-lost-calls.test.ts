import { seconds } from '@hearth/words';
import { expect, test } from 'vitest';

import { at, temporaryFolder, temporaryQueue } from '../temporary.test.helper.ts';
import { admitted, arrived, digestBudget, ended } from './calls.test.helper.ts';

test('calls that a gateway left open are closed as lost and charged what the caller says', () => {
  const folder = temporaryFolder();
  const queue = temporaryQueue({ folder });
  const over = queue.openCall(arrived());
  queue.endCall(ended(over));
  const waiting = queue.openCall(arrived({ arrivedAt: at(1) }));
  const running = queue.openCall(arrived({ budget: digestBudget }));
  queue.admitCall(admitted(running));
  queue.close();

  const again = temporaryQueue({ folder });
  const lost = again.closeLostCalls(at(61), (call) => {
    if (call.admittedAt === null) return { ran: null, charge: null };
    const ran = seconds((at(61) - call.admittedAt) / 1000);
    return { ran, charge: { budget: digestBudget, periodAt: at(0), seconds: ran } };
  });
  expect(lost.map((call) => call.id)).toEqual([waiting, running]);
  expect(again.calls({ limit: 9 }).calls).toMatchObject([
    { id: running, end: 'lost', endedAt: at(61), waited: 2, ran: 59 },
    { id: waiting, end: 'lost', endedAt: at(61), waited: 60, ran: null },
    { id: over, end: 'stop', endedAt: at(12) },
  ]);
  expect(again.spent(digestBudget, at(0))).toBe(59);
  expect(again.closeLostCalls(at(62), () => ({ ran: null, charge: null }))).toEqual([]);
});
