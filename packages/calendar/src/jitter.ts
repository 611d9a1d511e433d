import { seconds, type Seconds } from '@hearth/words';

/**
 * A delay from 0 (included) to `max` (excluded) that is always the same for the same key, so that jobs of one
 * schedule are spread and yet each keeps its own time of day.
 */
export function jitter(key: string, max: Seconds): Seconds {
  return seconds((hash(key) / 2 ** 32) * max);
}

/**
 * 32 bits of FNV-1a over the UTF-16 code units, stirred by the last step of MurmurHash3 because FNV-1a alone leaves
 * the high bits of keys that differ only at their end too much alike. Changing it would move every job.
 */
function hash(key: string): number {
  let bits = 0x811c9dc5;
  for (let index = 0; index < key.length; index++) {
    bits = Math.imul(bits ^ key.charCodeAt(index), 0x01000193);
  }
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
