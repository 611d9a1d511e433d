/** Blocks of one to eight eighths of a character, from the left. */
const EIGHTHS = ['▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'] as const;

/**
 * A bar of `width` characters, so much of it filled as `share` (0 to 1) says. Whatever is used shows, and only what is
 * used up is full.
 */
export function bar(share: number, width = 10): string {
  const all = width * 8;
  const least = share > 0 ? 1 : 0;
  const most = share >= 1 ? all : all - 1;
  const filled = Math.min(most, Math.max(least, Math.round(share * all)));
  const part = filled % 8;
  const text = '█'.repeat(Math.floor(filled / 8)) + (part === 0 ? '' : EIGHTHS[part - 1]);
  return text.padEnd(width, '·');
}
