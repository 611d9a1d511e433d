import { seconds, type MachineName } from '@hearth/words';
import * as v from 'valibot';

import type { Probe, ProbeCheck } from '../types.ts';
import { duration } from './duration.ts';
import { count } from './numbers.ts';
import { command } from './command.ts';
import { packed } from './leaf.ts';
import { oneKind } from './one-kind.ts';
import { either, list, section } from './section.ts';
import { reference } from './texts.ts';
import { endpoint, url } from './urls.ts';

const status = (): v.GenericSchema<unknown, number> =>
  count({ says: 'A status of HTTP.', example: 200 }, 100, 599);

const STATUSES = [200, 204];

const fields = section(
  {
    says: 'A live check of something that jobs need. It is of one kind: `tcp`, `http`, `machine` or `command`.',
    example: { tcp: 'nas.lan:445' },
  },
  {
    tcp: v.optional(
      endpoint({
        says: 'Up while a connection to this host and port opens.',
        example: 'nas.lan:445',
      }),
    ),
    http: v.optional(
      url({
        says: 'Up while a GET of this URL is answered with one of the statuses.',
        example: 'http://render.lan:8188/system_stats',
      }),
    ),
    machine: v.optional(
      reference<MachineName>(
        { says: 'Up while this machine serves a model.', example: 'gpu-box' },
        'machine',
      ),
    ),
    command: v.optional(
      command({
        says: 'Up while this program exits with 0. The runner starts it, as its own user and not in a scope.',
        example: ['/usr/local/bin/ups-on-mains'],
      }),
    ),
    status: v.optional(
      either(
        {
          says: 'The status, or the list of them, that means up; for `http` alone. Without it, 200 and 204.',
          example: [200, 204],
        },
        (input) => (Array.isArray(input) ? 1 : 0),
        [status(), list({ says: 'Statuses.', example: STATUSES }, status(), { least: 1 })],
      ),
    ),
    every: v.optional(
      duration(
        { says: 'Time between two looks, while something wants to know.', example: '30s' },
        '1s',
      ),
      '30s',
    ),
    timeout: v.optional(
      duration({
        says: 'A look that takes longer has failed. Shorter than `every`.',
        example: '3s',
      }),
      '5s',
    ),
    down_after: v.optional(
      count({ says: 'So many failed looks in a row make it down.', example: 2 }, 1, 100),
      2,
    ),
    up_after: v.optional(
      count({ says: 'So many good looks in a row make it up again.', example: 1 }, 1, 100),
      1,
    ),
  },
);

/** A live check of something that a job needs. */
export const probe: v.GenericSchema<unknown, Omit<Probe, 'name'>> = v.pipe(
  fields,
  oneKind('a probe', ['tcp', 'http', 'machine', 'command']),
  v.forward(
    v.partialCheck(
      [['timeout'], ['every']],
      ({ timeout, every }) => timeout < every,
      packed({
        message: 'is not shorter than the time between two looks',
        hint: 'shorten the timeout (default 5s) or lengthen every (default 30s)',
      }),
    ),
    ['timeout'],
  ),
  v.forward(
    v.partialCheck(
      [['status'], ['http']],
      ({ status: given, http }) => given === undefined || http !== undefined,
      packed({ message: 'only an http probe has a status', hint: 'take it out' }),
    ),
    ['status'],
  ),
  v.transform((input) => ({
    check: checkOf(input),
    every: seconds(input.every),
    timeout: seconds(input.timeout),
    downAfter: input.down_after,
    upAfter: input.up_after,
  })),
);

function checkOf(input: v.InferOutput<typeof fields>): ProbeCheck {
  const { tcp, http, machine, command: program } = input;
  if (tcp !== undefined) return { kind: 'tcp', ...tcp };
  if (machine !== undefined) return { kind: 'machine', machine };
  if (program !== undefined) return { kind: 'command', command: program };
  const { status: given = STATUSES } = input;
  return { kind: 'http', url: http ?? '', statuses: typeof given === 'number' ? [given] : given };
}
