/**
 * The key of a request, from the header that its API uses: `Authorization: Bearer …` (OpenAI and hearth's own),
 * `x-api-key` (Anthropic). Null where there is none.
 */
export function keyOf(header: (name: string) => string | undefined): string | null {
  const bearer = /^bearer\s+(\S+)$/i.exec(header('authorization') ?? '');
  return bearer?.[1] ?? header('x-api-key') ?? null;
}
