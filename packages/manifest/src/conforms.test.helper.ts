import { isMap } from './schema/section.ts';

/**
 * Where a value breaks a JSON Schema, as JSON Pointers: the keywords that the schema of the manifest uses, by the
 * rules of JSON Schema draft 7. A keyword that is not known here throws, so that none passes unchecked.
 */
export function conforms(value: unknown, schema: unknown, at: string = ''): string[] {
  if (schema === true || schema === undefined) return [];
  if (!isMap(schema)) return [at];
  return Object.entries(schema).flatMap(([keyword, rule]) => {
    const check: Check | undefined = KEYWORDS[keyword];
    if (check === undefined) throw new Error(`no rule for the keyword ${keyword}`);
    return check(value, rule as never, at, schema);
  });
}

type Check = (
  value: unknown,
  rule: never,
  at: string,
  schema: Readonly<Record<string, unknown>>,
) => string[];

const when = (wrong: boolean, at: string): string[] => (wrong ? [at] : []);
const nothing: Check = () => [];

const KEYWORDS: Readonly<Record<string, Check>> = {
  $schema: nothing,
  title: nothing,
  description: nothing,
  examples: nothing,
  default: nothing,
  format: nothing,
  type: (value, rule: string | string[], at) =>
    when(![rule].flat().some((type) => isA(value, type)), at),
  enum: (value, rule: unknown[], at) => when(!rule.includes(value), at),
  pattern: (value, rule: string, at) =>
    when(typeof value === 'string' && !new RegExp(rule).test(value), at),
  minLength: (value, rule: number, at) =>
    when(typeof value === 'string' && value.length < rule, at),
  maxLength: (value, rule: number, at) =>
    when(typeof value === 'string' && value.length > rule, at),
  minimum: (value, rule: number, at) => when(typeof value === 'number' && value < rule, at),
  maximum: (value, rule: number, at) => when(typeof value === 'number' && value > rule, at),
  exclusiveMinimum: (value, rule: number, at) =>
    when(typeof value === 'number' && value <= rule, at),
  minItems: (value, rule: number, at) => when(Array.isArray(value) && value.length < rule, at),
  uniqueItems: (value, _: boolean, at) =>
    when(Array.isArray(value) && new Set(value).size < value.length, at),
  items: (value, rule: unknown, at) =>
    Array.isArray(value)
      ? value.flatMap((item, index) => conforms(item, rule, `${at}/${index}`))
      : [],
  anyOf: (value, rule: unknown[], at) =>
    when(!rule.some((form) => conforms(value, form).length === 0), at),
  required: (value, rule: string[], at) =>
    isMap(value) ? rule.filter((key) => !(key in value)).map((key) => `${at}/${key}`) : [],
  properties: (value, rule: Record<string, unknown>, at) =>
    isMap(value)
      ? Object.entries(rule).flatMap(([key, one]) =>
          key in value ? conforms(value[key], one, `${at}/${key}`) : [],
        )
      : [],
  propertyNames: (value, rule: unknown, at) =>
    isMap(value) ? Object.keys(value).flatMap((key) => conforms(key, rule, `${at}/${key}`)) : [],
  additionalProperties: (value, rule: unknown, at, { properties = {} }) =>
    isMap(value)
      ? Object.keys(value)
          .filter((key) => !Object.hasOwn(properties as object, key))
          .flatMap((key) => conforms(value[key], rule, `${at}/${key}`))
      : [],
};

function isA(value: unknown, type: string): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isMap(value);
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}
