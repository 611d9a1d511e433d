import type { Brand } from './brand.ts';

/** A number of bytes. */
export type Bytes = Brand<number, 'Bytes'>;

/** A number of tokens, as the model counts them. */
export type Tokens = Brand<number, 'Tokens'>;

/** Takes a number for a number of bytes. */
export function bytes(value: number): Bytes {
  return value as Bytes;
}

/** Takes a number for a number of tokens. */
export function tokens(value: number): Tokens {
  return value as Tokens;
}
