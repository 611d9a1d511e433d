/** Where a request to the model side is addressed to. */
export interface Address {
  /** The path of the model API, without what stood before it and without the query. */
  readonly path: string;
  /** With the question mark; empty where there is none. */
  readonly query: string;
  /** The name that the caller gave itself by `/c/<name>`. */
  readonly subCaller: string | null;
  /** The key that stood in the path, as `/k/<key>`, for clients that cannot send headers. */
  readonly key: string | null;
}

const PREFIX = /^\/([ck])\/([^/]+)(?=\/)/;
/** A name longer than this is none: it goes into the record of each call. */
const LONGEST_NAME = 64;

/**
 * Takes the prefixes `/c/<name>` and `/k/<key>` from a request's target, in any order. Null where a prefix is not
 * rightly written.
 */
export function readAddress(target: string): Address | null {
  const at = target.indexOf('?');
  let path = at < 0 ? target : target.slice(0, at);
  const query = at < 0 ? '' : target.slice(at);
  const found: { c: string | null; k: string | null } = { c: null, k: null };
  for (let prefix = PREFIX.exec(path); prefix !== null; prefix = PREFIX.exec(path)) {
    const [whole, letter, text = ''] = prefix;
    const value = decoded(text);
    const kind = letter === 'c' ? 'c' : 'k';
    if (value === null || found[kind] !== null) return null;
    if (kind === 'c' && value.length > LONGEST_NAME) return null;
    found[kind] = value;
    path = path.slice(whole.length);
  }
  return { path, query, subCaller: found.c, key: found.k };
}

function decoded(text: string): string | null {
  try {
    const value = decodeURIComponent(text);
    return /\p{Cc}/u.test(value) ? null : value;
  } catch {
    return null;
  }
}
