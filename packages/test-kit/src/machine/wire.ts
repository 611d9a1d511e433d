import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import type { Fault } from './fault.ts';

/** A response on its way to the peer, byte by byte. After the peer has gone, all of this does nothing. */
export interface Wire {
  /** Sends the status and the headers. */
  begin(status: number, headers: Readonly<Record<string, string>>): void;
  write(data: string | Buffer): void;
  end(): void;
  /** Resolves when the peer has taken enough for more to be written, or has gone. */
  drained(): Promise<void>;
}

/** The wire of a response, with those faults in it that change bytes and not what they say. */
export function openWire(response: ServerResponse, fault: Fault | null): Wire {
  if (fault?.kind === 'gzip') return gzipWire(response);
  if (fault?.kind === 'cut-bytes') return cutWire(response, fault.every);
  return {
    ...common(response, response),
    begin(status, headers) {
      if (response.destroyed) return;
      response.writeHead(status, headers);
      response.flushHeaders();
    },
    write(data) {
      if (!response.destroyed) response.write(data);
    },
  };
}

/** Compresses, and flushes each write, or a stream would wait in the compressor until its end. */
function gzipWire(response: ServerResponse): Wire {
  const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH });
  return {
    ...common(response, gzip),
    begin(status, headers) {
      if (response.destroyed) return;
      response.writeHead(status, { ...headers, 'content-encoding': 'gzip' });
      response.flushHeaders();
      gzip.pipe(response);
    },
    write(data) {
      if (!response.destroyed) gzip.write(data);
    },
    end() {
      if (!response.destroyed) gzip.end();
    },
  };
}

/**
 * Sends chunks of `every` bytes. Node would join those of one turn of the event loop into one, so they are
 * framed here (RFC 9112, section 7.1) and written past it.
 */
function cutWire(response: ServerResponse, every: number): Wire {
  const { socket } = response;
  if (socket === null) throw new Error('The peer has gone before its request was read.');
  return {
    ...common(response, socket),
    begin(status, headers) {
      if (response.destroyed) return;
      response.writeHead(status, { ...headers, 'transfer-encoding': 'chunked' });
      response.flushHeaders();
    },
    write(data) {
      const bytes = Buffer.from(data);
      for (let start = 0; start < bytes.length && !response.destroyed; start += every) {
        const chunk = bytes.subarray(start, start + every);
        socket.write(Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, CRLF]));
      }
    },
  };
}

const CRLF = Buffer.from('\r\n');

/** What is the same for every wire, given the stream that its bytes are written to. */
function common(response: ServerResponse, target: Writable): Pick<Wire, 'end' | 'drained'> {
  return {
    end() {
      if (!response.destroyed) response.end();
    },
    async drained() {
      if (!target.writableNeedDrain || response.destroyed) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      target.once('drain', resolve);
      response.once('close', resolve);
      await promise;
      target.off('drain', resolve);
      response.off('close', resolve);
    },
  };
}
