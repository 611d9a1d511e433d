/**
 * The manifest: what the operator declares in YAML files, all of a folder read as one whole.
 *
 * `loadManifest` gives either the whole of it, checked and with every default filled in, or everything that is wrong
 * with it at once, each fault with its place and a way to mend it. `jsonSchema` and `reference` describe the same
 * fields to editors and to people.
 */
export { jsonSchema } from './json-schema.ts';
export { loadManifest } from './load.ts';
export { formatProblem, type Problem } from './problem.ts';
export { readManifest, type Loaded, type SourceFile } from './read.ts';
export { reference } from './reference.ts';
export { parseDuration } from './schema/duration.ts';
export type * from './types.ts';
