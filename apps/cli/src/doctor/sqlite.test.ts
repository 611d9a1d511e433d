import { expect, test } from 'vitest';

import { checkSqlite, verdictOnSqlite } from './sqlite.ts';

test('the library that comes along is loaded and asked', async () => {
  expect((await checkSqlite())[0]).toMatchObject({
    verdict: 'ok',
    says: expect.stringMatching(/^SQLite 3\.\d+/),
  });
});

test('one that is too old is a fault, in the words of the queue', () => {
  const problem = {
    code: 'sqlite-too-old',
    message: 'it can lose writes',
    hint: 'bring another',
  } as const;
  expect(verdictOnSqlite({ version: '3.40.0', problem })).toEqual([
    { verdict: 'fault', says: 'it can lose writes', mend: 'bring another' },
  ]);
});
