import type * as v from 'valibot';

import { leaf, mustBe, quoted, right, wrong, type About, type Read } from './leaf.ts';

/** The address of something that is called by HTTP. */
export function url(about: About): v.GenericSchema<unknown, string> {
  return leaf(about, 'URL', { type: 'string', pattern: '^https?://' }, (input) => {
    const read = readUrl(input);
    return read.ok ? right(read.value.href) : read;
  });
}

/** The base URL of a machine, without the slash at its end. */
export function baseUrl(about: About): v.GenericSchema<unknown, string> {
  return leaf(about, 'base URL', { type: 'string', pattern: '^https?://' }, (input) => {
    const read = readUrl(input);
    if (!read.ok) return read;
    const { pathname, search, hash } = read.value;
    if (search !== '' || hash !== '')
      return wrong('a base URL ends before ? and #', 'take the rest away');
    const base = read.value.origin + pathname.replace(/\/+$/, '');
    if (!/\/(v1|api)$/.test(base)) return right(base);
    return wrong(
      `${quoted(base)} is not the base`,
      `write ${base.replace(/\/(v1|api)$/, '')}: hearth adds the rest`,
    );
  });
}

/** A browser's origin: scheme, host and port, and nothing behind them. */
export function origin(about: About): v.GenericSchema<unknown, string> {
  return leaf(about, 'origin', { type: 'string', pattern: '^https?://[^/]+$' }, (input) => {
    if (input === '*')
      return wrong('"*" would let every web page call the models', 'list the origins one by one');
    const read = readUrl(input);
    if (!read.ok) return read;
    if (input === read.value.origin) return right(read.value.origin);
    return wrong(`${quoted(String(input))} is not an origin`, `write ${read.value.origin}`);
  });
}

/** A name or an address by which the gateway is reached: what stands in the Host header, without its port. */
export function host(about: About): v.GenericSchema<unknown, string> {
  return leaf(about, 'host', { type: 'string', pattern: HOST.source }, (input) => {
    if (typeof input !== 'string') return mustBe('the name of a host', input);
    if (HOST.test(input)) return right(input.toLowerCase());
    return wrong(`${quoted(input)} is not a host`, 'write its name or address alone, like pi.lan');
  });
}

const HOST = /^([A-Za-z0-9_]([A-Za-z0-9_.-]{0,251}[A-Za-z0-9_])?|\[[0-9A-Fa-f:.]+\])$/;

/** A host and a port. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/** A host and a port with a colon between them. */
export function endpoint(about: About): v.GenericSchema<unknown, Endpoint> {
  return leaf(about, 'host:port', { type: 'string', pattern: '^.+:[0-9]{1,5}$' }, (input) => {
    if (typeof input !== 'string') return mustBe('a host and a port such as "nas.lan:445"', input);
    const [, name = '', port = ''] = /^(.+):(\d{1,5})$/.exec(input) ?? [];
    if (!HOST.test(name)) {
      return wrong(`${quoted(input)} is not a host and a port`, 'write both, like "nas.lan:445"');
    }
    if (Number(port) < 1 || Number(port) > 65_535) {
      return wrong(`there is no port ${port}`, 'write one from 1 to 65535');
    }
    return right({ host: name.replace(/^\[|\]$/g, ''), port: Number(port) });
  });
}

function readUrl(input: unknown): Read<URL> {
  if (typeof input !== 'string') return mustBe('a URL such as http://gpu-box.lan:8080', input);
  const hint = 'write it in full, like http://gpu-box.lan:8080';
  if (!URL.canParse(input)) return wrong(`${quoted(input)} is not a URL`, hint);
  const parsed = new URL(input);
  if (!/^https?:$/.test(parsed.protocol))
    return wrong(`${quoted(input)} is not reached by HTTP`, hint);
  // What is between // and @ is a password: not to be shown, and fetch would refuse it.
  if (parsed.username !== '' || parsed.password !== '') {
    return wrong('a URL cannot hold a name and a password', 'take away what stands before the @');
  }
  return right(parsed);
}
