import { createHash } from 'node:crypto';

import { readManifest } from '@hearth/manifest';
import { name } from '@hearth/words';
import { expect, test } from 'vitest';

import { hearth } from '../house.test.helper.ts';

/** The key that was printed, and the manifest of the lines below it. */
function printed(out: string) {
  const [key = '', , ...lines] = out.trimEnd().split('\n');
  const read = readManifest([{ file: 'house.yaml', text: ['timezone: UTC', ...lines].join('\n') }]);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return { key, hash: `sha256:${createHash('sha256').update(key).digest('hex')}`, ...read };
}

test('it prints a random key, and the lines by which the manifest knows it', async () => {
  const { code, out } = await hearth('key', 'new', 'chat');
  expect(code).toBe(0);
  const { key, hash, manifest } = printed(out);
  expect(key).toMatch(/^hearth_[\w-]{43}$/);
  expect(manifest.consumers.get(name('chat'))?.key).toBe(hash);
  expect(printed((await hearth('key', 'new', 'chat')).out).key).not.toBe(key);
});

test('what is said about the key goes to stderr and does not hold it', async () => {
  const { out, err } = await hearth('key', 'new', 'chat');
  expect(err).toContain('shown this once');
  expect(err).not.toContain(printed(out).key);
});

test('--runner makes an entry of a runner', async () => {
  const { hash, manifest } = printed((await hearth('key', 'new', 'pi', '--runner')).out);
  expect(manifest.runners.get(name('pi'))?.key).toBe(hash);
  expect(manifest.consumers.size).toBe(0);
});

test('a name that YAML would not read as text is put in quotes', async () => {
  const { manifest } = printed((await hearth('key', 'new', '42')).out);
  expect([...manifest.consumers.keys()]).toEqual(['42']);
});

test('a name that the manifest does not take is wrong use, and no key is made', async () => {
  const { code, out, err } = await hearth('key', 'new', 'My Chat');
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(/^hearth: the name "My Chat" may only have .*; write my-chat\n$/);
});
