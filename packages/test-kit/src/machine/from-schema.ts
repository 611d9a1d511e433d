import { list, object, type Json } from './json.ts';

/** The first figure that stands in `text`; 1 where there is none. */
function firstFigure(text: string): number {
  const found = /-?\d+(?:\.\d+)?/.exec(text);
  return found ? Number(found[0]) : 1;
}

/**
 * A value that fits a JSON Schema, made of what the question says: its first figure for a number, `words` for a
 * string. Knows `type`, `enum`, `const`, `properties`, `items`, `anyOf` and `oneOf`, which is what tools use;
 * bounds and patterns are not looked at.
 */
export function fromSchema(schema: Json, question: string, words: string): unknown {
  if ('const' in schema) return schema['const'];
  const choices = list(schema['enum']);
  if (choices.length > 0) return choices[0];
  const [variant] = [...list(schema['anyOf']), ...list(schema['oneOf'])];
  if (variant !== undefined) return fromSchema(object(variant), question, words);
  const type = Array.isArray(schema['type']) ? (schema['type'] as unknown[])[0] : schema['type'];
  switch (type) {
    case 'string':
      return words;
    case 'number':
      return firstFigure(question);
    case 'integer':
      return Math.trunc(firstFigure(question));
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return [fromSchema(object(schema['items']), question, words)];
    default: {
      const properties = Object.entries(object(schema['properties']));
      return Object.fromEntries(
        properties.map(([name, of]) => [name, fromSchema(object(of), question, words)]),
      );
    }
  }
}
