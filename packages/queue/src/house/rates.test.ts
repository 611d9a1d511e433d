import { name } from '@hearth/words';
import { expect, test } from 'vitest';

import { at, temporaryFolder, temporaryQueue } from '../temporary.test.helper.ts';
import type { Rate } from './rates.ts';

const rate: Rate = {
  machine: name('gpu-box'),
  model: 'qwen3-30b',
  decode: 13.9,
  prefill: null,
  samples: [{ tokens: 200, seconds: 14.4 }],
  learntAt: at(0),
};

test('the newest rate of a machine and a model is kept, over restarts, with what the learner wants back', () => {
  const folder = temporaryFolder();
  const queue = temporaryQueue({ folder });
  queue.saveRate({ ...rate, decode: 5 });
  queue.saveRate(rate);
  const other = { ...rate, model: 'small', samples: null };
  queue.saveRate(other);
  queue.close();
  expect(temporaryQueue({ folder }).loadRates()).toEqual([rate, other]);
});
