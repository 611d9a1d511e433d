import type { Bytes } from '@hearth/words';

import type { Store } from '../store.ts';
import { sizes } from './sizes.ts';

/**
 * Writes the log back into the file and empties it; answers how large the log is afterwards. For when nothing runs: it
 * syncs twice. It waits for nobody, because nobody else can have the file open. An empty log is left alone.
 */
export function checkpoint(store: Store): Bytes {
  const before = sizes(store).wal;
  if (before === 0) return before;
  store.pragma('wal_checkpoint(truncate)');
  return sizes(store).wal;
}
