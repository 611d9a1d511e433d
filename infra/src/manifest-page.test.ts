import { readFile } from 'node:fs/promises';

import { expect, test } from 'vitest';

import { manifestPage } from './manifest-page.ts';

test('the page of the manifest is what the schema says (pnpm docs writes it)', async () => {
  const page = await readFile(new URL('../../docs/manifest.md', import.meta.url), 'utf8');
  expect(page).toBe(manifestPage());
});
