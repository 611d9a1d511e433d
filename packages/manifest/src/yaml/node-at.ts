import { isAlias, isMap, isScalar, isSeq, type Document, type Pair } from 'yaml';

import type { Finding, Path } from '../problem.ts';

/** The offset in the text at which the path stands; a path that is not there has that of the deepest part that is. */
export function nodeAt(document: Document, path: Path, at: Finding['at']): number {
  let node: unknown = document.contents;
  let deepest = 0;
  for (const [depth, key] of path.entries()) {
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      // The last one counts, as it does for the value.
      const pair: Pair | undefined = node.items.findLast((item) => keyText(item) === String(key));
      if (pair === undefined) return deepest;
      deepest = offsetOf(pair.key) ?? deepest;
      node = pair.value;
    } else if (isSeq(node) && typeof key === 'number') {
      if (key >= node.items.length) return deepest;
      node = node.items[key];
      deepest = offsetOf(node) ?? deepest;
    } else {
      return deepest;
    }
    if (depth === path.length - 1 && at === 'value') return offsetOf(node) ?? deepest;
  }
  return deepest;
}

/** The key of a pair as the text that it becomes in plain data. */
export function keyText(pair: Pair): string {
  const key: unknown = isScalar(pair.key) ? pair.key.value : null;
  if (typeof key === 'string') return key;
  return typeof key === 'number' || typeof key === 'boolean' ? String(key) : '';
}

/** Where a node begins in the text; null for what is not written there. */
export function offsetOf(node: unknown): number | null {
  if (typeof node !== 'object' || node === null || !('range' in node)) return null;
  return Array.isArray(node.range) ? Number(node.range[0]) : null;
}
