import { fileURLToPath } from 'node:url';

/** The path of a script of this package. */
export function script(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
