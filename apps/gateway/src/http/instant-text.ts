import type { Instant } from '@hearth/words';

/** An instant as it goes on the wire: RFC 3339 in UTC. */
export function instantText(at: Instant): string {
  return new Date(at).toISOString();
}

/** The same, where there may be none. */
export function maybeInstantText(at: Instant | null): string | null {
  return at === null ? null : instantText(at);
}
