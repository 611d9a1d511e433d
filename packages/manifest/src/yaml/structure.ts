import {
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  visit,
  type Document,
  type Node,
  type Pair,
  type YAMLMap,
} from 'yaml';

import type { Path } from '../problem.ts';
import { keyText, offsetOf } from './node-at.ts';

/** Something that YAML allows and a manifest does not. */
export interface Fault {
  readonly offset: number;
  readonly path: Path;
  readonly message: string;
  readonly hint: string | null;
  /** Where the same name was written before; null for every other fault. */
  readonly first: number | null;
}

/** What checkStructure found. */
export interface Structure {
  readonly faults: readonly Fault[];
  /** Whether plain data can be made of the document all the same. */
  readonly readable: boolean;
}

/** Names that mean something to JavaScript itself: data under them would be lost on the way. */
const RESERVED = new Set(['__proto__', 'prototype', 'constructor']);

/** Tags that say no more than what plain data is. */
const PLAIN_TAGS = /^tag:yaml\.org,2002:(str|int|float|bool|null|map|seq)$/;

type Ancestors = readonly (Document | Node | Pair)[];

/** Looks for names that are written twice, names that are not text, aliases that lead nowhere, and tags. */
export function checkStructure(document: Document): Structure {
  const faults: Fault[] = [];
  let readable = true;
  visit(document, {
    Node(_, node, ancestors) {
      const found = faultsOf(node, ancestors, document);
      faults.push(...found.faults);
      readable &&= found.readable;
    },
  });
  return { faults, readable };
}

function faultsOf(node: Node, ancestors: Ancestors, document: Document): Structure {
  const path = pathOf([...ancestors, node]);
  if (isAlias(node)) {
    const target = node.resolve(document);
    if (target === undefined)
      return unreadable(node, path, `there is no anchor &${node.source} before this`);
    if (!ancestors.includes(target)) return { faults: [], readable: true };
    return unreadable(node, path, `*${node.source} stands inside what it refers to`);
  }
  if (node.tag !== undefined && !PLAIN_TAGS.test(node.tag)) {
    const tag = node.tag.replace('tag:yaml.org,2002:', '!!');
    return unreadable(node, path, `the tag ${tag} means nothing here`, 'take it out');
  }
  return isMap(node) ? nameFaults(node, path) : { faults: [], readable: true };
}

function unreadable(
  node: unknown,
  path: Path,
  message: string,
  hint: string | null = null,
): Structure {
  const offset = offsetOf(node) ?? 0;
  return { faults: [{ offset, path, message, hint, first: null }], readable: false };
}

function nameFaults(map: YAMLMap, here: Path): Structure {
  const faults: Fault[] = [];
  const seen = new Map<string, number>();
  for (const pair of map.items) {
    if (!isScalar(pair.key)) return unreadable(pair.key, here, 'a list or a map cannot be a name');
    const key = keyText(pair);
    const path = [...here, key];
    const offset = offsetOf(pair.key) ?? 0;
    const wrong = wrongName(key, pair.key.value);
    if (wrong !== null) faults.push({ offset, path, ...wrong, first: null });
    const first = seen.get(key);
    if (first === undefined) seen.set(key, offset);
    else faults.push({ offset, path, message: `"${key}" is written twice`, hint: null, first });
  }
  return { faults, readable: true };
}

function wrongName(key: string, value: unknown): Pick<Fault, 'message' | 'hint'> | null {
  if (key === '' && value === null) return { message: 'the name is empty', hint: 'write one' };
  if (typeof value !== 'string') {
    return { message: `the name ${key} is not text`, hint: 'put it in quotes' };
  }
  if (RESERVED.has(key)) return { message: `"${key}" cannot be a name`, hint: 'choose another' };
  if (key !== '<<') return null;
  return { message: 'merge keys are not read', hint: 'use an alias for a whole value' };
}

/** The path of the last node, given the line of its ancestors. */
function pathOf(line: Ancestors): Path {
  return line.flatMap((node, index): Path => {
    const child = line[index + 1];
    if (isPair(node)) return [keyText(node)];
    if (isSeq(node) && child !== undefined) return [node.items.indexOf(child)];
    return [];
  });
}
