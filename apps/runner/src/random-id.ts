import { readFileSync } from 'node:fs';

/** A random id, by the kernel. Node's own `crypto` would cost three megabytes for nothing else. */
export function randomId(): string {
  return readFileSync('/proc/sys/kernel/random/uuid', 'utf8').trim();
}
