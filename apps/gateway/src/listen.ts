import { createServer, type RequestListener, type Server } from 'node:http';

import type { Options } from './options.ts';
import { Refusal } from './refusal.ts';

/** A server that listens. */
export interface Listening {
  /** No new connection is taken; those that are there go on. */
  stopListening(): void;
  /** Ends what is left and resolves when the port is free. */
  close(): Promise<void>;
}

/** Clients keep connections for a minute; the server lets go a little later, so that it is never the one to hang up. */
const KEEP_ALIVE = 72_000;

/** Listens at the address of the options. Throws a {@link Refusal} where that cannot be. */
export async function listen(
  answer: RequestListener,
  { host, port }: Pick<Options, 'host' | 'port'>,
): Promise<Listening> {
  const server = createServer(
    { keepAliveTimeout: KEEP_ALIVE, headersTimeout: KEEP_ALIVE + 3000 },
    answer,
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(refusal(error, host, port)));
    server.listen(port, host, resolve);
  });
  return {
    stopListening: () => server.close(),
    close: () => closed(server),
  };
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  if (!server.listening) return;
  await new Promise<void>((resolve) => server.close(() => resolve()));
}

function refusal(error: NodeJS.ErrnoException, host: string, port: number): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new Refusal(
        `port ${port} of ${host} is in use: is a gateway running already? Stop it, or choose another with --listen`,
      );
    case 'EACCES':
      return new Refusal(`port ${port} may not be used by this user: choose one above 1023`);
    case 'EADDRNOTAVAIL':
      return new Refusal(`this machine has no address ${host}: listen on 127.0.0.1`);
    default:
      return error;
  }
}
