import { name, runId } from '@hearth/words';
import { expect, test } from 'vitest';

import { temporaryQueue } from '../temporary.test.helper.ts';
import { arrived, digestBudget } from './calls.test.helper.ts';

test('a call that arrived is in the record, open, with everything else unknown', () => {
  const queue = temporaryQueue();
  const call = arrived({ subCaller: 'titles', runId: runId(381), budget: digestBudget });
  const id = queue.openCall(call);
  expect(queue.calls({ limit: 9 }).calls).toEqual([
    {
      ...call,
      id,
      machine: null,
      admittedAt: null,
      endedAt: null,
      waited: null,
      ran: null,
      promptTokens: null,
      answerTokens: null,
      cap: null,
      capReason: null,
      tokensPerSecond: null,
      end: null,
    },
  ]);
});

test('what a caller says of itself is mended, never refused', () => {
  const queue = temporaryQueue();
  queue.openCall(arrived({ consumer: name('chat'), subCaller: 'a\0b', model: '\u{D800}' }));
  expect(queue.calls({ limit: 1 }).calls).toMatchObject([
    { subCaller: 'a\u{FFFD}b', model: '\u{FFFD}' },
  ]);
});
