import { seconds } from '@hearth/words';
import { expect, test } from 'vitest';

import { silenceOf } from './silence.ts';

const LOADED = { reading: seconds(2), rate: 14, load: seconds(0) };

test('a minute before the first token and half a minute after it are no cause for worry', () => {
  expect(silenceOf(LOADED)).toEqual({ before: 60, after: 30 });
});

test('a prompt may take three times as long as it is expected to', () => {
  expect(silenceOf({ ...LOADED, reading: seconds(330) }).before).toBe(990);
});

test('a model that has to be loaded first has the time for that besides', () => {
  expect(silenceOf({ ...LOADED, load: null }).before).toBe(360);
  expect(silenceOf({ ...LOADED, load: seconds(20) }).before).toBe(360);
  expect(silenceOf({ ...LOADED, load: seconds(200) }).before).toBe(660);
});

test('a machine that takes seconds for a token may be silent for twenty of them', () => {
  expect(silenceOf({ ...LOADED, rate: 0.2 }).after).toBe(100);
});
