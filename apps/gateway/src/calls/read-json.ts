import { seconds } from '@hearth/words';
import type { IncomingMessage } from 'node:http';

import type { CallsContext } from './context.ts';
import { MOST_BYTES } from './read-body.ts';
import { refuse, refuseFor, type Refusal } from './refusal.ts';

/** A body that is JSON, and how many bytes it took. */
export interface JsonRead {
  readonly body: unknown;
  readonly length: number;
}

/** Reads a JSON body. Null where its caller has gone. */
export async function readJson(
  door: CallsContext,
  incoming: IncomingMessage,
): Promise<JsonRead | Refusal | null> {
  if (!isJson(incoming.headers['content-type'])) {
    const type = incoming.headers['content-type'];
    const message = `The body's content type is ${type === undefined ? 'missing' : `"${type}"`}.`;
    const hint = 'Send JSON with the header Content-Type: application/json.';
    return refuse(415, 'bad_request', message, hint);
  }
  const bytes = await readBytes(door, incoming);
  if (bytes === null || 'problem' in bytes) return bytes;
  try {
    return { body: JSON.parse(bytes.toString()) as unknown, length: bytes.length };
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    return refuse(400, 'bad_request', `The body is not JSON: ${what}.`);
  }
}

/** Reads a body of any kind. Null where its caller has gone. */
export async function readBytes(
  door: CallsContext,
  incoming: IncomingMessage,
): Promise<Buffer | Refusal | null> {
  const read = await door.bodies.read(incoming);
  switch (read.kind) {
    case 'whole':
      return read.body;
    case 'too-large': {
      const message = `The body has more than ${MOST_BYTES / 1024 / 1024} MiB.`;
      return refuseFor('too-large', door.random(), { message });
    }
    case 'crowded':
      return refuseFor('queue-full', door.random(), {
        message: 'Too much is being sent at once.',
        retryAfter: seconds(1),
      });
    case 'gone':
      return null;
  }
}

/** True for a content type that says JSON. */
export function isJson(type: string | undefined): boolean {
  return type !== undefined && /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type);
}
