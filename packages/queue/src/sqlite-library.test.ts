import { expect, test } from 'vitest';

import { sqliteLibrary } from './sqlite-library.ts';

test('the library that comes along is new enough for the queue', () => {
  const { version, problem } = sqliteLibrary();
  expect(version).toMatch(/^3\.\d+\.\d+$/);
  expect(problem).toBeNull();
});
