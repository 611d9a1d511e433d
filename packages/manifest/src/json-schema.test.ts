import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { conforms } from './conforms.test.helper.ts';
import { jsonSchema } from './json-schema.ts';

const schema = jsonSchema();
const house: unknown = parse(
  readFileSync(new URL('../fixtures/house/house.yaml', import.meta.url), 'utf8'),
);

interface Node {
  readonly title?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly [keyword: string]: unknown;
}

/** Every schema of a field in the whole schema, by its path. */
function fieldsOf(node: unknown, path: string): [string, Node][] {
  if (typeof node !== 'object' || node === null) return [];
  const { properties, additionalProperties, items, anyOf } = node as Record<string, unknown>;
  const named = Object.entries(properties ?? {}).map(([key, value]): [string, unknown] => [
    `${path}.${key}`,
    value,
  ]);
  const inner: [string, unknown][] = [
    ...named,
    [`${path}.<name>`, additionalProperties],
    [`${path}[]`, items],
    ...Object.entries(anyOf ?? {}).map(([key, value]): [string, unknown] => [
      `${path}|${key}`,
      value,
    ]),
  ];
  return inner.flatMap(([at, value]) =>
    typeof value === 'object' && value !== null
      ? [[at, value as Node], ...fieldsOf(value, at)]
      : [],
  );
}

const fields = fieldsOf(schema, '');

describe('the JSON Schema', () => {
  it('takes the example house', () => {
    expect(conforms(house, schema)).toEqual([]);
  });

  it.each([
    ['a key that is not known', { jobz: {} }, '/jobz'],
    [
      'a number without its unit',
      { classes: { a: { memory: 2, cpu: '50%' } } },
      '/classes/a/memory',
    ],
    ['a class with a dash', { classes: { 'a-b': { memory: '2G', cpu: '50%' } } }, '/classes/a-b'],
    ['a missing field', { machines: { m: {} } }, '/machines/m/url'],
    [
      'a word that is not allowed',
      { budgets: { b: { gpu_time: '1h', per: 'week' } } },
      '/budgets/b/per',
    ],
    [
      'an empty list',
      {
        windows: {
          w: { days: 'daily', from: '01:00', to: '02:00', reserves: [], admits: ['user'] },
        },
      },
      '/windows/w/reserves',
    ],
  ])('refuses %s', (_, value, path) => {
    expect(conforms(value, schema)).toEqual([path]);
  });

  it('stands on its own: nothing in it refers elsewhere', () => {
    expect(JSON.stringify(schema)).not.toMatch(/"\$(ref|defs)"/);
  });

  it('has the fields of the manifest, each with a description and an example', () => {
    expect(fields.length).toBeGreaterThan(80);
    const bare = fields.filter(
      ([, { description, examples, anyOf }]) =>
        anyOf === undefined && (description === undefined || examples?.length !== 1),
    );
    expect(bare.map(([path]) => path)).toEqual([]);
  });

  it('has examples that it takes itself', () => {
    const wrong = fields.filter(([, field]) =>
      field.examples?.some((example) => conforms(example, field).length > 0),
    );
    expect(wrong.map(([path]) => path)).toEqual([]);
  });

  it('shows every default as it is written in the file, and takes it', () => {
    const withDefault = fields.filter(([, field]) => 'default' in field);
    expect(withDefault.length).toBeGreaterThan(30);
    expect(withDefault.filter(([, field]) => conforms(field['default'], field).length > 0)).toEqual(
      [],
    );
  });
});
