import { parseArgs } from 'node:util';

import { name, type MachineName } from '@hearth/words';

/** What the command line and the environment say. */
export interface Options {
  readonly manifest: string;
  readonly data: string;
  readonly host: string;
  readonly port: number;
  /** URLs that stand in for the declared ones. */
  readonly machines: ReadonlyMap<MachineName, string>;
}

/** The options, or a text to show and what it means. */
export type Parsed =
  | { readonly kind: 'options'; readonly options: Options }
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'wrong'; readonly message: string };

type Environment = Readonly<Record<string, string | undefined>>;

const HELP = `Usage: hearth gateway [options]

The one process that opens the queue: it schedules runs, gives them to runners, and is the door to the model.

  --manifest FOLDER   what is declared (HEARTH_MANIFEST; default: /etc/hearth)
  --data FOLDER       where the queue is kept (HEARTH_DATA; default: /var/lib/hearth)
  --listen HOST:PORT  where to answer (HEARTH_LISTEN; default: 127.0.0.1:4327)
  --machine NAME=URL  reach a declared machine at another address; may be given for several
`;

/** Reads the command line of a gateway. A flag is stronger than its environment variable. */
export function readOptions(argv: readonly string[], env: Environment): Parsed {
  let values;
  try {
    ({ values } = parseArgs({
      args: [...argv],
      options: {
        manifest: { type: 'string' },
        data: { type: 'string' },
        listen: { type: 'string' },
        machine: { type: 'string', multiple: true },
        help: { type: 'boolean', short: 'h' },
      },
    }));
  } catch (error) {
    if (error instanceof TypeError) return { kind: 'wrong', message: error.message };
    throw error;
  }
  if (values.help === true) return { kind: 'help', text: HELP };
  const listen = values.listen ?? given(env['HEARTH_LISTEN']) ?? '127.0.0.1:4327';
  const address = /^(.+):(\d{1,5})$/.exec(listen);
  const port = Number(address?.[2]);
  if (address?.[1] === undefined || port > 65_535) {
    return {
      kind: 'wrong',
      message: `--listen is "${listen}"; write HOST:PORT, like 127.0.0.1:4327`,
    };
  }
  const machines = new Map<MachineName, string>();
  for (const text of values.machine ?? []) {
    const [machine, url] = split(text);
    if (machine === '' || URL.parse(url) === null) {
      return { kind: 'wrong', message: `--machine is "${text}"; write NAME=URL` };
    }
    machines.set(name<MachineName>(machine), url.replace(/\/+$/, ''));
  }
  return {
    kind: 'options',
    options: {
      manifest: values.manifest ?? given(env['HEARTH_MANIFEST']) ?? '/etc/hearth',
      data: values.data ?? given(env['HEARTH_DATA']) ?? '/var/lib/hearth',
      host: address[1].replace(/^\[(.*)\]$/, '$1'),
      port,
      machines,
    },
  };
}

function split(text: string): [string, string] {
  const place = text.indexOf('=');
  return place === -1 ? ['', ''] : [text.slice(0, place), text.slice(place + 1)];
}

/** A variable that is set to nothing is not set. */
function given(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}
