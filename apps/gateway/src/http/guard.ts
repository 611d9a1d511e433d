/** Names and addresses of this machine itself, as they stand in a `Host` header. */
const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * True where the `Host` header names this house: a declared host or loopback, with any port. Anything else is a name
 * that somebody made point here, as a web page does that wants to reach into the house (DNS rebinding).
 */
export function isKnownHost(header: string | undefined, declared: readonly string[]): boolean {
  if (header === undefined) return false;
  const host = header.replace(/:\d+$/, '').toLowerCase();
  return LOOPBACK_HOSTS.has(host) || declared.some((name) => name.toLowerCase() === host);
}

/** True where the request comes from this machine. */
export function isLoopback(address: string | undefined): boolean {
  if (address === undefined) return false;
  return address === '::1' || address.replace(/^::ffff:/, '').startsWith('127.');
}

/** True where a browser's page of another origin sent the request. */
export function isForeignOrigin(origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined) return false;
  try {
    return new URL(origin).host !== host;
  } catch {
    return true;
  }
}
