import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

import { Problem, systemCode } from '../problem.ts';
import { fetchJson, isRecord } from './fetch-json.ts';

/** Where the gateway is to answer. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** Reads `HOST:PORT`, with an IPv6 address in brackets. */
export function readAddress(text: string): Address {
  const [, bracketed, bare, digits] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = bracketed ?? bare;
  const port = Number(digits);
  if (host !== undefined && port <= 65_535) return { host, port };
  throw new Problem(`--listen is "${text}"; write HOST:PORT, like 127.0.0.1:4327`, null, 2);
}

/** `HOST:PORT` again. */
export function showAddress({ host, port }: Address): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * The address, known to be free; port 0 becomes one that is. Throws a {@link Problem} that says who has it, as far as
 * that can be seen, and what to do.
 */
export async function freeAddress(address: Address): Promise<Address> {
  const server = createServer();
  try {
    server.listen(address.port, address.host);
    await once(server, 'listening');
    return { ...address, port: (server.address() as AddressInfo).port };
  } catch (error) {
    throw await explained(address, error);
  } finally {
    server.close();
  }
}

async function explained(address: Address, error: unknown): Promise<Problem> {
  const shown = showAddress(address);
  const other = 'or give another address with --listen HOST:PORT';
  switch (systemCode(error)) {
    case 'EADDRINUSE': {
      if (await isHearth(shown)) {
        const mend = `stop that one (Ctrl-C in its terminal) ${other}`;
        return new Problem(`another hearth already answers at ${shown}`, mend);
      }
      const mend = `"ss -ltnp 'sport = :${address.port}'" shows which; stop it ${other}`;
      return new Problem(`another program already listens at ${shown}`, mend);
    }
    case 'EACCES':
      return new Problem(
        `this user may not listen at ${shown}`,
        'take a port above 1023 with --listen',
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new Problem(
        `${address.host} is no address of this machine`,
        'listen at 127.0.0.1, or at one that is',
      );
    default:
      return new Problem(
        `nothing can listen at ${shown} (${systemCode(error) ?? String(error)})`,
        null,
      );
  }
}

async function isHearth(shown: string): Promise<boolean> {
  const answer = await fetchJson(`http://${shown}/hearth/v1/status`);
  if (answer === null || !isRecord(answer.body)) return false;
  const { version, timezone, error } = answer.body;
  // A house that asks for keys answers with an error of hearth's shape.
  return (
    (typeof version === 'string' && typeof timezone === 'string') ||
    (isRecord(error) && typeof error['code'] === 'string' && 'hint' in error)
  );
}
