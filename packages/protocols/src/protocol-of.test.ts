import { expect, test } from 'vitest';
import { PROTOCOLS, protocolOf } from './protocol-of.ts';

test('each API is found by the path of its route, and by no other', () => {
  for (const protocol of PROTOCOLS) expect(protocolOf(protocol.path)).toBe(protocol);
  expect(new Set(PROTOCOLS.map(({ path }) => path)).size).toBe(8);
  for (const path of ['/v1/rerank', '/v1/chat', '/v1/chat/completions/', '', '/api/embeddings']) {
    expect(protocolOf(path)).toBeNull();
  }
});
