/** What is left to a runner that is slow, or is just being started again, in seconds. */
const MARGIN = 60;

/**
 * After so many seconds systemd itself ends a scope. It is a backstop for when no runner is there: a runner ends its
 * job at the timeout, or a grace later, and always before this.
 */
export function backstopSeconds(times: {
  readonly timeout_seconds: number;
  readonly grace_seconds: number;
}): number {
  return times.timeout_seconds + times.grace_seconds + MARGIN;
}
