import { expect, test } from 'vitest';

import { readAddress } from './address.ts';

const NOBODY = { query: '', subCaller: null, key: null };

test.each([
  ['/v1/models', { ...NOBODY, path: '/v1/models' }],
  ['/v1/rerank?top=1', { ...NOBODY, path: '/v1/rerank', query: '?top=1' }],
  ['/c/titles/v1/models', { ...NOBODY, path: '/v1/models', subCaller: 'titles' }],
  ['/k/secret/api/chat', { ...NOBODY, path: '/api/chat', key: 'secret' }],
  [
    '/k/secret/c/t%C3%AFtles/v1/models',
    { ...NOBODY, path: '/v1/models', subCaller: 'tïtles', key: 'secret' },
  ],
  ['/c/a/k/b/v1/models', { ...NOBODY, path: '/v1/models', subCaller: 'a', key: 'b' }],
])('%s is read', (target, address) => {
  expect(readAddress(target)).toEqual(address);
});

test.each([
  ['the same prefix twice', '/c/a/c/b/v1/models'],
  ['a name that is no text', '/c/%ff/v1/models'],
  ['a name with a line break', '/c/a%0ab/v1/models'],
  ['a name that is too long', `/c/${'a'.repeat(65)}/v1/models`],
])('%s is refused', (_what, target) => {
  expect(readAddress(target)).toBeNull();
});
