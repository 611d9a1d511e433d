import { readFileSync } from 'node:fs';

/** The version of this app, from its package. */
export function version(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { version: found } = JSON.parse(text) as { version: string };
  return found;
}
