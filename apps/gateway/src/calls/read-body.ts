import { bytes, type Bytes } from '@hearth/words';
import type { IncomingMessage } from 'node:http';

/** The most bytes that a body may have. */
export const MOST_BYTES: Bytes = bytes(32 * 1024 * 1024);
/** The most bytes of bodies that may be on their way in at once; what has arrived is admission's to bound. */
const MOST_COMING: Bytes = bytes(64 * 1024 * 1024);

/** A body, or why there is none: it is too large, there are too many at once, or its caller has gone. */
export type BodyRead =
  | { readonly kind: 'whole'; readonly body: Buffer }
  | { readonly kind: 'too-large' | 'crowded' | 'gone' };

/** Reads bodies, and knows how much of them is on its way. */
export interface BodyReader {
  read(incoming: IncomingMessage): Promise<BodyRead>;
}

/** Makes a reader. One for the whole door, as its bound is one for all. */
export function createBodyReader(): BodyReader {
  let coming = 0;

  return {
    read(incoming) {
      const declared = Number(incoming.headers['content-length'] ?? 0);
      if (declared > MOST_BYTES) return Promise.resolve({ kind: 'too-large' });
      if (coming + declared > MOST_COMING) return Promise.resolve({ kind: 'crowded' });
      const chunks: Buffer[] = [];
      let length = 0;
      let isDone = false;
      return new Promise<BodyRead>((resolve) => {
        const done = (read: BodyRead): void => {
          if (isDone) return;
          isDone = true;
          coming -= length;
          // A body that nobody reads any more still has to flow, or the answer never reaches its caller.
          if (read.kind !== 'whole') incoming.resume();
          resolve(read);
        };
        const take = (chunk: Buffer): void => {
          if (isDone) return;
          length += chunk.length;
          coming += chunk.length;
          if (length > MOST_BYTES) return done({ kind: 'too-large' });
          if (coming > MOST_COMING) return done({ kind: 'crowded' });
          chunks.push(chunk);
        };
        const end = (): void => {
          const [only] = chunks;
          const body = chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
          done({ kind: 'whole', body });
        };
        const gone = (): void => done({ kind: 'gone' });
        incoming.on('data', take).on('end', end).on('close', gone).on('error', gone);
      });
    },
  };
}
