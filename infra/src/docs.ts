/** Writes `docs/manifest.md` from the descriptions in the manifest's schema, the one place where each field is told. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { manifestPage } from './manifest-page.ts';

const page = fileURLToPath(new URL('../../docs/manifest.md', import.meta.url));
await writeFile(page, manifestPage());
console.log(`wrote ${page}`);
