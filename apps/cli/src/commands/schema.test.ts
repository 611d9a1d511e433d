import { expect, test } from 'vitest';

import { hearth } from '../house.test.helper.ts';

test('it prints the JSON Schema of the manifest', async () => {
  const { code, out } = await hearth('schema');
  expect(code).toBe(0);
  const schema = JSON.parse(out) as { title: string; properties: object };
  expect(schema.title).toBe('hearth manifest');
  expect(Object.keys(schema.properties)).toEqual(expect.arrayContaining(['classes', 'jobs']));
});
