import { expect, test } from 'vitest';

import { isClean, mend, mendOrNull, mendOutput } from './texts.ts';

test('a text without faults is left as it is', () => {
  expect(mend('no such file: /opt/digest 🔥')).toBe('no such file: /opt/digest 🔥');
  expect(mendOrNull(null)).toBe(null);
});

test('a NUL and half a surrogate pair become the replacement character', () => {
  expect(mend('a\0b')).toBe('a\u{FFFD}b');
  expect(mendOrNull('a\u{D800}b')).toBe('a\u{FFFD}b');
});

test('a sentence keeps its beginning, an output its end', () => {
  expect(mend('a' + 'b'.repeat(5000))).toMatch(/^ab{1999}$/);
  expect(mendOutput('a'.repeat(20_000) + 'b')).toMatch(/^a{16383}b$/);
});

test('a cut through a surrogate pair leaves no half of it', () => {
  expect(mend('x'.repeat(1999) + '🔥').isWellFormed()).toBe(true);
  expect(mendOutput('🔥' + 'x'.repeat(16_383)).isWellFormed()).toBe(true);
});

test('only text that comes back as it went in is clean', () => {
  expect(isClean('grüße 🔥')).toBe(true);
  expect(isClean('a\0')).toBe(false);
  expect(isClean('\u{DC00}')).toBe(false);
});
