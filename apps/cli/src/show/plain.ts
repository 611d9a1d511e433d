import { stripVTControlCharacters } from 'node:util';

/** A text from outside on one line, without anything that would steer a terminal. */
export function plain(text: string): string {
  return plainLines(text).join(' ').replace(/ +/g, ' ').trim();
}

/** The lines of a text from outside, without anything that would steer a terminal and without empty ones at its end. */
export function plainLines(text: string): string[] {
  return stripVTControlCharacters(text)
    .trimEnd()
    .split(/\r\n|\r|\n/)
    .map((line) => line.replaceAll('\t', '  ').replace(/\p{Cc}/gu, ''));
}

/** The text with a capital letter at its beginning. */
export function capital(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}
