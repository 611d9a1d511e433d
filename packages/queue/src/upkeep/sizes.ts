import { statSync } from 'node:fs';

import { bytes, type Bytes } from '@hearth/words';

import type { Store } from '../store.ts';

/** How much room the queue takes. */
export interface Sizes {
  /** The file. */
  readonly database: Bytes;
  /** What of it is in use; the rest is taken again by what comes next. */
  readonly used: Bytes;
  /** The log beside it. */
  readonly wal: Bytes;
}

/** Asks for the sizes; reads nothing but the first page. */
export function sizes(store: Store): Sizes {
  const page = number(store, 'page_size');
  const pages = number(store, 'page_count');
  // By name and never by opening them: closing any handle on the file would drop the lock that this process holds on it.
  const wal = statSync(`${store.file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  return {
    database: bytes(page * pages),
    used: bytes(page * (pages - number(store, 'freelist_count'))),
    wal: bytes(wal),
  };
}

function number(store: Store, pragma: string): number {
  return Number(store.pragma(pragma)[0]?.[pragma]);
}
