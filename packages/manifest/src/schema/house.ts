import {
  name,
  type BudgetName,
  type ClassName,
  type ConsumerName,
  type JobName,
  type MachineName,
  type ProbeName,
  type RunnerName,
  type WindowName,
} from '@hearth/words';
import * as v from 'valibot';

import type { Manifest } from '../types.ts';
import { budget } from './budget.ts';
import { job, type JobEntry } from './job.ts';
import { consumer, runner } from './keys.ts';
import type { About } from './leaf.ts';
import { limits } from './limits.ts';
import { machine } from './machine.ts';
import { className, plainName } from './names.ts';
import { notify } from './notify.ts';
import { probe } from './probe.ts';
import { resourceClass } from './resource-class.ts';
import { list, section, table } from './section.ts';
import { timeZone } from './texts.ts';
import { host, origin } from './urls.ts';
import { window } from './window.ts';

/** The whole manifest, but for the zone that schedules without one of their own take from the house. */
export interface House extends Omit<Manifest, 'timezone' | 'jobs'> {
  readonly timezone: string | null;
  readonly jobs: ReadonlyMap<JobName, JobEntry & { readonly name: JobName }>;
}

/** What the operator declares, all files of the folder as one document. */
export const house: v.GenericSchema<unknown, House> = v.pipe(
  section(
    {
      says: 'What hearth runs and what it runs on. All files of the folder are read as one of these.',
      example: { timezone: 'Europe/London', jobs: {} },
    },
    {
      timezone: v.optional(
        timeZone({
          says: 'The zone that schedules, windows and the periods of budgets are meant in. Must be written as soon as there is one of them.',
          example: 'Europe/London',
        }),
      ),
      hosts: v.optional(
        list(
          {
            says: 'Names by which the gateway is reached, beside those of the box itself.',
            example: ['pi.lan'],
          },
          host({ says: 'A name or an address, without a port.', example: 'pi.lan' }),
        ),
        [],
      ),
      cors: v.optional(
        list(
          {
            says: 'Browser origins whose pages may call the models.',
            example: ['https://chat.lan'],
          },
          origin({ says: 'An origin.', example: 'https://chat.lan' }),
        ),
        [],
      ),
      machines: named<MachineName, v.InferOutput<typeof machine>>(
        {
          says: 'The boxes that serve models, by name.',
          example: { 'gpu-box': { url: 'http://gpu-box.lan:8080' } },
        },
        machine,
      ),
      limits: v.optional(limits, {}),
      classes: named<ClassName, v.InferOutput<typeof resourceClass>>(
        { says: 'The resource classes, by name.', example: { gpu: { memory: '2G', cpu: '100%' } } },
        resourceClass,
        className,
      ),
      windows: named<WindowName, v.InferOutput<typeof window>>(
        {
          says: 'The windows, by name.',
          example: {
            workday: {
              days: 'mon-fri',
              from: '09:00',
              to: '17:30',
              reserves: ['gpu'],
              admits: ['user'],
            },
          },
        },
        window,
      ),
      probes: named<ProbeName, v.InferOutput<typeof probe>>(
        { says: 'The probes, by name.', example: { nas: { tcp: 'nas.lan:445' } } },
        probe,
      ),
      budgets: named<BudgetName, v.InferOutput<typeof budget>>(
        { says: 'The budgets, by name.', example: { digest: { gpu_time: '90m', per: 'day' } } },
        budget,
      ),
      consumers: named<ConsumerName, v.InferOutput<typeof consumer>>(
        {
          says: 'Who may call over the network, by name.',
          example: { chat: { key: `sha256:${'0'.repeat(64)}` } },
        },
        consumer,
      ),
      runners: named<RunnerName, v.InferOutput<typeof runner>>(
        { says: 'The runners, by name.', example: { pi: { key: `sha256:${'1'.repeat(64)}` } } },
        runner,
      ),
      notify: v.optional(notify),
      jobs: named<JobName, JobEntry>(
        {
          says: 'The jobs, by name.',
          example: {
            backup: { class: 'light', command: ['/usr/local/bin/backup'], timeout: '45m' },
          },
        },
        job,
      ),
    },
  ),
  v.transform((input) => ({
    ...input,
    timezone: input.timezone ?? null,
    notify: input.notify ?? null,
  })),
);

/** A section whose entries have names; each entry learns its own. Without the section there are none. */
function named<N extends ReturnType<typeof name>, T>(
  about: About,
  entry: v.GenericSchema<unknown, T>,
  key: v.GenericSchema<string, string> = plainName,
): v.OptionalSchema<v.GenericSchema<unknown, ReadonlyMap<N, T & { readonly name: N }>>, object> {
  const withNames = v.pipe(
    table(about, key, entry),
    v.transform(
      (entries) =>
        new Map(
          [...entries].map(([text, value]) => [name<N>(text), { ...value, name: name<N>(text) }]),
        ),
    ),
  );
  return v.optional(withNames, {});
}
