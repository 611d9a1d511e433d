import { expect, test } from 'vitest';

import { plain, plainLines } from './plain.ts';

test('a text becomes one line without anything that steers a terminal', () => {
  expect(plain('\u001b[31mred\u001b[0m\nand \u0008\u0007the  rest\r\n')).toBe('red and the rest');
});

test('lines stay lines, also those that a progress bar wrote over another', () => {
  expect(plainLines('1 %\r2 %\n\tdone\n\n')).toEqual(['1 %', '2 %', '  done']);
});
