import { tokens, type Tokens } from '@hearth/words';

/** How many bytes of a prompt are one token. Real tokenizers come to about the same for English. */
const BYTES_PER_TOKEN = 4;

/** How many tokens a prompt is to the machine: its UTF-8 bytes by four, rounded up. */
export function countTokens(text: string): Tokens {
  return tokens(Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN));
}

/** As much of `text` from its end as fits into `count` tokens, in whole characters. */
export function lastTokens(text: string, count: Tokens): string {
  const kept = Buffer.from(text).subarray(-1 * count * BYTES_PER_TOKEN);
  // The bytes at the start that continue a character (10xxxxxx) belong to one that was cut away.
  const start = kept.findIndex((byte) => (byte & 0xc0) !== 0x80);
  return start < 0 ? '' : kept.subarray(start).toString();
}

/** An answer as the tokens it is generated in: words with the space before them, long ones in parts. */
export function pieces(text: string): string[] {
  return text.match(/\s*\S{1,8}|\s+$/gu) ?? [];
}

const WORDS: readonly string[] =
  'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor ut labore et magna aliqua'.split(
    ' ',
  );

/** Meaningless words, `count` of them, one token each; made one by one, so `count` may be Infinity. */
export function* words(count: Tokens): Generator<string> {
  for (let index = 0; index < count; index++) {
    yield `${index === 0 ? '' : ' '}${WORDS[index % WORDS.length] ?? ''}`;
  }
}
