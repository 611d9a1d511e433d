import { createHmac, timingSafeEqual } from 'node:crypto';

import { name, type AttemptId } from '@hearth/words';

const PREFIX = 'hearth-attempt';

/**
 * The key by which the process of an attempt calls the gateway: the attempt's id, signed with the house's secret.
 * Nothing is stored, so it holds over a restart of the gateway; it dies with its attempt, because whoever accepts it
 * also asks whether the attempt is still open.
 */
export function attemptKey(secret: Buffer, attempt: AttemptId): string {
  return `${PREFIX}.${attempt}.${sign(secret, attempt)}`;
}

/** The attempt that `key` was made for; null where it is no attempt's key, or was not made with this secret. */
export function attemptOfKey(secret: Buffer, key: string): AttemptId | null {
  const [prefix, id, signature, ...rest] = key.split('.');
  if (prefix !== PREFIX || id === undefined || signature === undefined || rest.length > 0) {
    return null;
  }
  const expected = Buffer.from(sign(secret, id));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected)
    ? name<AttemptId>(id)
    : null;
}

function sign(secret: Buffer, id: string): string {
  return createHmac('sha256', secret).update(id).digest('base64url');
}
