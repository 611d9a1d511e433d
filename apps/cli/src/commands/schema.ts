import { jsonSchema } from '@hearth/manifest';

import { sayJson, type Io } from '../io.ts';

/** `hearth schema`: the JSON Schema of a manifest file, for editors. */
export function schema(io: Io): number {
  sayJson(io, jsonSchema());
  return 0;
}
