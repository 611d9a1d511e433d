/** Why a connection or a request failed, in a few words for a person. `timedOut` says that whoever asked gave up waiting. */
export function reasonOf(error: unknown, timedOut = false): string {
  if (timedOut) return 'no answer in time';
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'no answer in time';
  // `fetch` wraps what happened in an error that says no more than that it failed.
  const cause = error.cause instanceof Error ? error.cause : error;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : null;
  switch (code) {
    case 'ECONNREFUSED':
      return 'connection refused';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'its name is not known';
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return 'no way to the host';
    case 'ECONNRESET':
    case 'UND_ERR_SOCKET':
      return 'connection broken';
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return 'no answer in time';
    default:
      return cause.message === '' ? (code ?? 'no answer') : cause.message;
  }
}
