import { toJsonSchema } from '@valibot/to-json-schema';

import { house } from './schema/house.ts';

/** Checks that JSON Schema has no words for; the loader makes them. */
const LOADER_ONLY = ['check', 'partial_check', 'raw_check'];

/**
 * The JSON Schema (draft 7) of one file of the manifest, for editors: names, kinds of values, what must be there, and
 * a description and an example of each field. The loader checks more, above all what goes across entries.
 */
export function jsonSchema(): Record<string, unknown> {
  const { $defs: _, ...schema } = toJsonSchema(house, {
    typeMode: 'input',
    ignoreActions: LOADER_ONLY,
    overrideSchema({ valibotSchema, jsonSchema: made, definitions }) {
      if (valibotSchema.type === 'loose_object') return { ...made, additionalProperties: false };
      // Schemas are made lazy only to look at the value first; what stands behind them is written in their place.
      const behind = /^#\/\$defs\/(.+)$/.exec(made.$ref ?? '')?.[1];
      return valibotSchema.type === 'lazy' && behind !== undefined
        ? definitions[behind]
        : undefined;
    },
  });
  return { ...schema, title: 'hearth manifest' };
}
