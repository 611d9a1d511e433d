import { seededRandom, temporaryFolder } from '@hearth/test-kit';
import { expect, test } from 'vitest';

import { audit, charged, isBusy } from './audit.ts';
import { serve } from './contenders.ts';
import { ModelMachine } from './model-machine.ts';
import { wave } from './wave.ts';

test('a crowd on the real gateway leaves books in order, and an audit sees what is not', async () => {
  await using folder = await temporaryFolder();
  await using machine = await ModelMachine.start({ kind: 'llama.cpp', rate: 400 });
  await using served = await serve('hearthSource', machine.url, folder.path);
  const fates = await wave(served, 30, seededRandom(3));
  await expect.poll(async () => isBusy(served.url)).toBe(false);

  const outcomes = new Set(fates.map(({ outcome }) => outcome));
  expect(outcomes).toEqual(new Set(['answered', 'hung up']));
  const books = await audit(served.url, fates);
  expect(books).toMatchObject({ wrong: 0, astray: 0 });
  expect(books.ends.get('stop')).toBeGreaterThan(15);
  expect(await charged(served.url)).toBeCloseTo(books.ran, 6);
  expect((await machine.tell()).mostAtOnce).toBe(1);

  const answered = fates.filter(({ outcome }) => outcome === 'answered');
  const [first, second] = answered;
  if (first === undefined || second === undefined) throw new Error('Nobody was answered.');
  // One call that two claim, one that nobody made, and one that saw another end than the record.
  const twice = fates.map((fate) => (fate === second ? first : fate));
  expect(await audit(served.url, twice)).toMatchObject({ wrong: 1 });
  const without = fates.filter(({ outcome }) => outcome === 'answered').slice(1);
  expect((await audit(served.url, without)).astray).toBeGreaterThan(0);
  const other = fates.map((fate) =>
    fate === first ? { ...fate, outcome: '429 queue-full' } : fate,
  );
  expect(await audit(served.url, other)).toMatchObject({ wrong: 1 });
}, 30_000);
