import { hostname } from 'node:os';
import { parseArgs } from 'node:util';

import type { Environment } from './environment.ts';

/** What the command line and the environment say. */
export interface Options {
  readonly name: string;
  readonly url: string;
  readonly key: string | undefined;
  readonly data: string;
  readonly manifest: string;
  readonly plain: boolean;
  /** Stop the jobs when the runner is told to end, or its parent is gone. */
  readonly stopJobs: boolean;
}

/** The options, or a text to show and the code to exit with. */
export type Parsed =
  | { readonly kind: 'options'; readonly options: Options }
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'wrong'; readonly message: string };

const HELP = `Usage: hearth runner [options]

Claims runs from the gateway, starts each in a systemd scope of its class, and reports how it ended.
Stopping the runner leaves its jobs running; the next one finds them again. Of one that will never come back,
say so by "hearth runner forget NAME": what it ran counts as lost.

  --name NAME        its name in the manifest (default: this machine's name)
  --manifest FOLDER  the manifest, for the classes (HEARTH_MANIFEST; default: /etc/hearth)
  --data FOLDER      where attempts and their output are kept (HEARTH_DATA; default: /var/lib/hearth)
  --url URL          the gateway (HEARTH_URL; default: http://127.0.0.1:4327)
  --scopes           start jobs in systemd scopes (the default)
  --plain            start jobs as plain processes, with no limit of memory or CPU
  --stop-jobs        stop the jobs when the runner is stopped

The runner's key, where the gateway asks for one, is in the environment variable HEARTH_KEY.
`;

/** Reads the command line of a runner. A flag is stronger than its environment variable. */
export function readOptions(argv: readonly string[], env: Environment): Parsed {
  let values;
  try {
    ({ values } = parseArgs({
      args: [...argv],
      options: {
        name: { type: 'string' },
        manifest: { type: 'string' },
        data: { type: 'string' },
        url: { type: 'string' },
        plain: { type: 'boolean' },
        scopes: { type: 'boolean' },
        'stop-jobs': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }));
  } catch (error) {
    if (error instanceof TypeError) return { kind: 'wrong', message: error.message };
    throw error;
  }
  if (values.help === true) return { kind: 'help', text: HELP };
  if (values.plain === true && values.scopes === true) {
    return { kind: 'wrong', message: '--plain and --scopes exclude each other: give one of them' };
  }
  return {
    kind: 'options',
    options: {
      name: values.name ?? hostname().split('.', 1)[0] ?? '',
      url: values.url ?? given(env['HEARTH_URL']) ?? 'http://127.0.0.1:4327',
      key: given(env['HEARTH_KEY']),
      data: values.data ?? given(env['HEARTH_DATA']) ?? '/var/lib/hearth',
      manifest: values.manifest ?? given(env['HEARTH_MANIFEST']) ?? '/etc/hearth',
      plain: values.plain ?? false,
      stopJobs: values['stop-jobs'] ?? false,
    },
  };
}

/** A variable that is set to nothing is not set. */
function given(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}
