import type { IncomingHttpHeaders } from 'node:http';

import { Pool } from 'undici';

/** What becomes of a request that was sent. One of `ended` and `broke` comes, unless it is cancelled before. */
export interface Listener {
  /** The status and headers of the answer. */
  headers(status: number, headers: IncomingHttpHeaders): void;
  chunk(bytes: Buffer): void;
  /** The answer is whole, as far as HTTP is concerned. */
  ended(): void;
  /** The connection broke, or never came to be: `connected` is false where nothing was sent. */
  broke(error: Error, connected: boolean): void;
}

/** A request on its way. */
export interface Sent {
  /** Closes the connection, which is how a model server is told to stop. False where nothing had been sent yet. */
  cancel(): boolean;
  /** Holds the answer back, while its caller takes no more. */
  pause(): void;
  resume(): void;
}

/** What is sent. */
export interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
}

/** Sends requests to one machine. */
export interface Sender {
  send(request: Request, listener: Listener): Sent;
  close(): Promise<void>;
}

/** A machine on the house's network takes a connection at once, or it is not there. */
const CONNECT_TIMEOUT = 5000;
/** Shorter than the five seconds after which the quickest server lets go of an idle connection. */
const KEEP_ALIVE = 3000;

/**
 * Makes a sender. Nothing here has a timeout of its own once it is connected: a prompt may be read for minutes without
 * a byte coming back, and how long that may take is for the call to say.
 */
export function createSender(url: string): Sender {
  const { origin, pathname } = new URL(url);
  const base = pathname.replace(/\/+$/, '');
  const pool = new Pool(origin, {
    allowH2: false,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE,
    keepAliveMaxTimeout: KEEP_ALIVE,
    connect: { timeout: CONNECT_TIMEOUT },
  });

  return {
    send(request, listener) {
      let cancelled = false;
      let connected = false;
      let dispatching = true;
      let controller: { abort(reason: Error): void; pause(): void; resume(): void } | null = null;
      const { method, path, headers, body } = request;
      pool.dispatch(
        { method, path: base + path, headers, body },
        {
          onRequestStart(started) {
            connected = true;
            controller = started;
            if (cancelled) started.abort(new Cancelled());
          },
          onResponseStart(_controller, status, responseHeaders) {
            // An interim answer (1xx) is none.
            if (!cancelled && status >= 200) listener.headers(status, responseHeaders);
          },
          onResponseData(_controller, chunk) {
            if (!cancelled) listener.chunk(chunk);
          },
          onResponseEnd() {
            if (!cancelled) listener.ended();
          },
          onResponseError(_controller, error) {
            const tell = (): void => {
              if (!cancelled) listener.broke(error, connected);
            };
            // A request that cannot be written fails before its sender knows that it is on its way.
            if (dispatching) queueMicrotask(tell);
            else tell();
          },
        },
      );
      dispatching = false;
      return {
        cancel() {
          cancelled = true;
          controller?.abort(new Cancelled());
          return connected;
        },
        pause: () => controller?.pause(),
        resume: () => controller?.resume(),
      };
    },
    close: () => pool.destroy(),
  };
}

class Cancelled extends Error {
  override readonly name = 'Cancelled';
}
