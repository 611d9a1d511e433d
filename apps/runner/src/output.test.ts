import { writeFile } from 'node:fs/promises';

import { temporaryFolder } from '@hearth/test-kit';
import { expect, test } from 'vitest';

import { lastText, outputPath, readOutput } from './output.ts';

const text = (value: string): string => lastText(Buffer.from(value));

test('control characters are shown, tabs and lines stay', () => {
  expect(text('a\tb\nc\r\u001b[31m\0\u007f\u0085')).toBe('a\tb\nc␍␛[31m␀␡\ufffd');
});

test('what is not UTF-8 becomes a mark, and the rest is kept', () => {
  expect(lastText(Buffer.from([0x61, 0xff, 0x62]))).toBe('a\ufffdb');
});

test('only the last 4,096 characters are kept, and never half of one', () => {
  expect(text(`x${'é'.repeat(5000)}`)).toBe('é'.repeat(4096));
  const faces = text('😀'.repeat(3000) + 'x');
  expect(faces.length).toBe(4095);
  expect(faces.isWellFormed()).toBe(true);
});

test('a long file is read from its end, however its characters are cut', async () => {
  await using folder = await temporaryFolder();
  for (const lead of ['', 'a', 'aa', 'aaa']) {
    const whole = `${lead}${'€'.repeat(100_000)}`;
    await writeFile(outputPath(folder.path), whole);
    expect(await readOutput(folder.path)).toEqual({
      bytes: Buffer.byteLength(whole),
      last: '€'.repeat(4096),
    });
  }
});

test('no output and no file are both nothing', async () => {
  await using folder = await temporaryFolder();
  expect(await readOutput(folder.path)).toEqual({ bytes: 0, last: null });
  await writeFile(outputPath(folder.path), '');
  expect(await readOutput(folder.path)).toEqual({ bytes: 0, last: null });
});
