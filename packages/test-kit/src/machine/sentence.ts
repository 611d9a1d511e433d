/** The words by which a prompt shows that it wants a text made short. */
const WANTS_SUMMARY = /\b(?:summar\w*|digest|brief\w*|in short|tl;?dr|recap|(?:one|a) sentence)\b/i;

/** `name: 81 % of 29 GB` or `"name":12`; the value ends at the first comma or semicolon. */
const FIGURE_OF_NAME =
  /^[\s\-*•"'{]*(\p{L}[\p{L}\d _./()-]{0,40}?)(?:["']\s*:|:\s)\s*["']?([^,;\n"'}]*\d[^,;\n"'}]*)/gmu;
/** `name=81`, many a line. */
const FIGURE_IN_A_ROW = /(\p{L}[\p{L}\d_.]{0,40})=["']?(-?\d[^\s,;"']*)/gu;
/** Any figure with the unit behind it. */
const ANY_FIGURE = /-?\d+(?:[.,:]\d+)*(?:\s?(?:%|°C|[kMGT]i?B|ms|kWh|W|V)(?!\p{L}))?/gu;

/** How many figures a sentence can hold and still be read. */
const MOST_FIGURES = 3;

/** Whether `prompt` asks for something to be summed up. */
export function wantsSummary(prompt: string): boolean {
  return WANTS_SUMMARY.test(prompt);
}

/** One true sentence about `prompt`: it quotes the first figures in it, with their names where they have some. */
export function summary(prompt: string): string {
  const text = withoutInstruction(prompt);
  const named = [...text.matchAll(FIGURE_OF_NAME), ...text.matchAll(FIGURE_IN_A_ROW)];
  if (named.length > 0) {
    const parts = named.slice(0, MOST_FIGURES).map(([, name = '', value = '']) => {
      return `${name.replaceAll(/[_.]/g, ' ').trim()} is ${value.trim().replace(/[.\s]+$/, '')}`;
    });
    const rest = named.length - parts.length;
    if (rest > 0) parts.push(`${rest} more ${rest === 1 ? 'figure is' : 'figures are'} given`);
    return `In short, ${enumerated(parts)}.`;
  }
  const bare = (text.match(ANY_FIGURE) ?? []).slice(0, MOST_FIGURES);
  if (bare.length === 1) return `In short, the one figure that matters is ${enumerated(bare)}.`;
  if (bare.length > 1) return `In short, the figures that matter are ${enumerated(bare)}.`;
  const lines = text.split('\n').filter((line) => line.trim() !== '').length;
  return `In short, the text has ${lines} ${lines === 1 ? 'line' : 'lines'} and gives no figure.`;
}

/** The prompt without what it says about the summary itself: figures in there ("in 30 words") are not its subject. */
function withoutInstruction(prompt: string): string {
  return prompt
    .split('\n')
    .map((line) => (WANTS_SUMMARY.test(line) ? (/:\s(.*)$/.exec(line)?.[1] ?? '') : line))
    .join('\n');
}

/** `a`, `a and b`, `a, b and c`. */
function enumerated(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join('');
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}
