import { expect, test } from 'vitest';

import { SlotLog } from './slot-log.ts';

const began = (task: number, slot = 0) =>
  `0.00.147.025 I slot launch_slot_: id  ${slot} | task ${task} | processing task, is_child = 0`;
const ended = (task: number, tokens: number) =>
  `0.00.157.804 I slot      release: id  0 | task ${task} | stop processing: n_tokens = ${tokens}, truncated = 0`;
const OTHER = '0.00.155.330 I slot print_timing: id  0 | task 7 | graphs reused = 9';

test('what was at work at once is known afterwards', () => {
  const log = new SlotLog(Promise.withResolvers<never>().promise);
  for (const line of [began(1), ended(1, 40), OTHER, began(2), began(3, 1), ended(3, 57)])
    log.read(line);
  expect(log).toMatchObject({ began: 3, working: 1, mostAtOnce: 2, lastTokens: 57 });
});

test('a wait ends with the line that it waits for, or with the log', async () => {
  const gone = Promise.withResolvers<never>();
  const log = new SlotLog(gone.promise);
  const working = log.until((one) => one.working === 1);
  log.read(OTHER);
  log.read(began(1));
  await working;
  const idle = log.until((one) => one.working === 0);
  gone.reject(new Error('it died'));
  await expect(idle).rejects.toThrow('it died');
});
