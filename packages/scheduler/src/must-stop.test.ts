import { after, seconds } from '@hearth/words';
import { expect, test } from 'vitest';

import { HALF_PAST_EIGHT, house, job, render, running, workday } from './house.test.helper.ts';
import { mustStop } from './must-stop.ts';

const jobs = new Map([[running().job, job({ name: running().job })]]);
const inside = house({
  windows: [workday],
  now: after(HALF_PAST_EIGHT, seconds(1800)),
  running: [running()],
});

test('as the window opens, a run that it does not admit must stop', () => {
  expect(mustStop(inside, jobs)).toEqual([running()]);
});

test('before the window opens nothing must stop', () => {
  expect(mustStop({ ...inside, now: HALF_PAST_EIGHT }, jobs)).toEqual([]);
});

test('a run of an admitted priority, of another class, or whose job finishes goes on', () => {
  expect(mustStop({ ...inside, running: [running({ priority: 'user' })] }, jobs)).toEqual([]);
  expect(mustStop({ ...inside, running: [running({ class: render })] }, jobs)).toEqual([]);
  const finishing = new Map([[running().job, job({ name: running().job, onWindow: 'finish' })]]);
  expect(mustStop(inside, finishing)).toEqual([]);
});
