#!/usr/bin/env node
/**
 * Packs the house's reports into one archive a time, once ten of them have piled up. With nothing to do it is over at
 * once; with a pile it takes long, because the best compression does.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress } from 'node:zlib';

const PILE = 10;
const source = join('..', 'house-report', 'reports');

const names = (await readdir(source).catch(() => []))
  .filter((name) => name.endsWith('.md'))
  .toSorted();
if (names.length < PILE) {
  console.log(`${names.length} reports, fewer than ${PILE}: nothing to do`);
} else {
  const reports = await Promise.all(
    names.map(async (name) => ({ name, text: await readFile(join(source, name), 'utf8') })),
  );
  const plain = Buffer.from(JSON.stringify(reports));
  const packed = await promisify(brotliCompress)(plain);
  if (!(await promisify(brotliDecompress)(packed)).equals(plain)) {
    throw new Error(
      'the archive does not unpack to what went into it; the reports stay where they are',
    );
  }
  await mkdir('archive', { recursive: true });
  const file = join('archive', `${names[0]}.json.br`);
  await writeFile(file, packed, { flush: true });
  for (const name of names) await rm(join(source, name));
  console.log(
    `packed ${names.length} reports, ${plain.length} bytes, into ${file}, ${packed.length} bytes`,
  );
}
