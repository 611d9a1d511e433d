import { expect, test } from 'vitest';
import { upstreamHeaders } from './upstream-headers.ts';

test('what the upstream may know goes on, with names in lower case', () => {
  expect(
    upstreamHeaders([
      ['Content-Type', 'application/json'],
      ['X-Stainless-Lang', 'js'],
      ['Anthropic-Version', '2023-06-01'],
    ]),
  ).toEqual({
    'content-type': 'application/json',
    'x-stainless-lang': 'js',
    'anthropic-version': '2023-06-01',
    'accept-encoding': 'identity',
  });
});

test.each([
  'Authorization',
  'X-Api-Key',
  'Cookie',
  'Host',
  'Origin',
  'Content-Encoding',
  'Content-Length',
  'Transfer-Encoding',
  'Connection',
  'Keep-Alive',
  'Expect',
  'X-Conversation-Id',
  'X-Hearth-Priority',
  'x-hearth-anything',
  'Sec-Fetch-Mode',
])('%s never goes on', (name) => {
  expect(upstreamHeaders([[name, 'x']])).toEqual({ 'accept-encoding': 'identity' });
});

test('headers that Connection names are of the connection too', () => {
  const headers: [string, string][] = [
    ['Connection', 'close, X-Secret'],
    ['X-Secret', '1'],
    ['X-Open', '2'],
  ];
  expect(upstreamHeaders(headers)).toEqual({ 'x-open': '2', 'accept-encoding': 'identity' });
});

test('the answer is asked for uncompressed, whatever the caller accepts', () => {
  expect(upstreamHeaders(new Headers({ 'accept-encoding': 'gzip, br' }))).toEqual({
    'accept-encoding': 'identity',
  });
});
