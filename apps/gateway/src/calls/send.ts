import {
  Agent,
  request as requestByHttp,
  type ClientRequest,
  type IncomingMessage,
} from 'node:http';
import process from 'node:process';

/** The headers of an answer, which Node puts in order only when they are asked for. */
export type Head = Pick<IncomingMessage, 'headers'>;

/** What becomes of a request that was sent. One of `ended` and `broke` comes, unless it is cancelled before. */
export interface Listener {
  /** The answer begins. */
  begun(status: number, head: Head): void;
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
  /** Breaks what is still on its way. */
  close(): void;
}

/** A machine on the house's network takes a connection at once, or it is not there. */
const CONNECT_TIMEOUT = 5000;
/** Shorter than the five seconds after which the quickest server lets go of an idle connection. */
const KEEP_ALIVE = 3000;

/**
 * Makes a sender. Nothing here has a timeout of its own once it is connected: a prompt may be read for minutes without
 * a byte coming back, and how long that may take is for the call to say. `connections` is the most that it opens.
 *
 * It goes by Node's own client, whose parser is the one of the server here: undici would be as fast, and takes 6 MiB more.
 */
export function createSender(url: string, connections: number = Infinity): Sender {
  const { protocol, hostname, port, pathname, host: authority } = new URL(url);
  const base = pathname.replace(/\/+$/, '');
  const options = { keepAlive: true, timeout: KEEP_ALIVE, maxSockets: connections };
  // TLS is loaded for those who have it.
  const tls = protocol === 'https:' ? process.getBuiltinModule('node:https') : null;
  const agent = tls === null ? new Agent(options) : new tls.Agent(options);
  const begin = tls === null ? requestByHttp : tls.request;
  const ready = tls === null ? 'connect' : 'secureConnect';
  // An address of IPv6 stands in brackets only where a port follows.
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const underWay = new Set<ClientRequest>();

  return {
    send({ method, path, headers, body }, listener) {
      let connected = false;
      let isOver = false;
      let answer: IncomingMessage | null = null;
      let patience: NodeJS.Timeout | null = null;
      const request = begin({
        agent,
        host,
        port,
        method,
        path: base + path,
        headers: lineUp(authority, headers, body),
        // The agent's timeout is for idle connections; in use there is none.
        timeout: 0,
      });
      underWay.add(request);

      /** Whatever comes after the first end is none. */
      function over(): boolean {
        if (isOver) return false;
        isOver = true;
        underWay.delete(request);
        if (patience !== null) clearTimeout(patience);
        return true;
      }

      function broke(error: Error): void {
        if (over()) listener.broke(error, connected);
      }

      request.on('socket', (socket) => {
        if (!socket.connecting) {
          connected = true;
          return;
        }
        patience = setTimeout(() => request.destroy(new TookNoConnection()), CONNECT_TIMEOUT);
        socket.once(ready, () => {
          connected = true;
          if (patience !== null) clearTimeout(patience);
        });
      });
      request.on('response', (response) => {
        if (isOver) return;
        answer = response;
        listener.begun(response.statusCode ?? 0, response);
        response.on('data', (chunk: Buffer) => {
          if (!isOver) listener.chunk(chunk);
        });
        response.on('end', () => {
          if (over()) listener.ended();
        });
        response.on('error', broke);
      });
      request.on('error', broke);
      request.end(body ?? undefined);

      return {
        cancel() {
          over();
          request.destroy();
          return connected;
        },
        pause: () => answer?.pause(),
        resume: () => answer?.resume(),
      };
    },
    close() {
      for (const request of underWay) request.destroy(new Error('The gateway is being stopped.'));
      agent.destroy();
    },
  };
}

/** All headers as Node takes them without looking at each one again: names and values in turn. */
function lineUp(
  host: string,
  headers: Request['headers'],
  body: Request['body'],
): readonly string[] {
  const list = ['host', host];
  for (const [name, value] of Object.entries(headers)) list.push(name, value);
  if (body !== null) list.push('content-length', String(Buffer.byteLength(body)));
  return list;
}

class TookNoConnection extends Error {
  override readonly name = 'TookNoConnection';
  readonly code = 'ETIMEDOUT';
}
