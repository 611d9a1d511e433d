import { PRIORITIES, type BudgetName, type ClassName, type ProbeName } from '@hearth/words';
import * as v from 'valibot';

import type { Job } from '../types.ts';
import { duration } from './duration.ts';
import { command } from './command.ts';
import { packed } from './leaf.ts';
import { parameterName, variableName } from './names.ts';
import { count } from './numbers.ts';
import { parameter } from './parameter.ts';
import { absolutePath, umask, userName } from './process.ts';
import { exitCode, retry } from './retry.ts';
import { schedule, type ScheduleEntry } from './schedule.ts';
import { list, section, table } from './section.ts';
import { choice, reference, text } from './texts.ts';

/** A job as its entry says it; its name and the zone of the house are still to come. */
export interface JobEntry extends Omit<Job, 'name' | 'schedule'> {
  readonly schedule: ScheduleEntry | null;
}

const estimate = section(
  { says: 'How its promise is made.', example: { expect: '20m' } },
  {
    expect: v.optional(
      duration({
        says: 'How long it takes, as you know it. Counts until there is a history. Without it, `timeout`.',
        example: '20m',
      }),
    ),
    rule: v.optional(
      choice(
        {
          says: 'The promise is the longest of the last five completed runs, or remembers rare long runs for longer.',
          example: 'last-five',
        },
        ['last-five', 'long-memory'],
      ),
      'last-five',
    ),
  },
);

const fields = section(
  {
    says: 'A piece of work: what is run, when, in which class, and what happens when it fails.',
    example: { class: 'light', command: ['/usr/local/bin/backup'], timeout: '45m' },
  },
  {
    class: reference<ClassName>(
      { says: 'Its resource class: the limits it runs under.', example: 'light' },
      'class',
    ),
    priority: v.optional(
      choice({ says: 'How soon its runs are due their turn.', example: 'batch' }, PRIORITIES),
      'batch',
    ),
    command: command({
      says: 'The program and its arguments; no shell takes them apart. A program with a slash in it that does not start with one is looked for in the folder of the manifest.',
      example: ['/opt/digest/bin/digest', '--since', 'yesterday'],
    }),
    schedule: v.optional(schedule),
    needs: v.optional(
      list(
        {
          says: 'The probes that must be up for it to start. While one is down its runs are parked, which costs no attempt.',
          example: ['nas', 'model'],
        },
        reference<ProbeName>({ says: 'A probe.', example: 'nas' }, 'probe'),
      ),
      [],
    ),
    timeout: duration({ says: 'An attempt that takes longer is stopped.', example: '45m' }),
    grace: v.optional(
      duration(
        { says: 'Time between SIGTERM and SIGKILL when an attempt is stopped.', example: '10s' },
        '0s',
      ),
      '10s',
    ),
    retry: v.optional(retry, {}),
    noop: v.optional(
      list(
        {
          says: 'Exit codes by which it says that there was nothing to do: a success, and no evidence of how long the work takes.',
          example: [3],
        },
        exitCode({ says: 'An exit code.', example: 3 }),
      ),
      [],
    ),
    budget: v.optional(
      reference<BudgetName>(
        { says: 'The budget that its calls are charged to. Without it, none.', example: 'digest' },
        'budget',
      ),
    ),
    estimate: v.optional(estimate, {}),
    overlap: v.optional(
      choice(
        {
          says: 'What becomes of a due run while another of the job is still open: it is skipped, waits its turn, or replaces the other.',
          example: 'skip',
        },
        ['skip', 'queue', 'replace'],
      ),
      'skip',
    ),
    on_window: v.optional(
      choice(
        {
          says: 'When it is still running as a window opens that reserves its class: it is stopped and goes back to the queue, or may finish.',
          example: 'stop',
        },
        ['stop', 'finish'],
      ),
      'stop',
    ),
    stale_after: v.optional(
      duration({
        says: 'When it has not succeeded for so long, the operator is told. Without it, never.',
        example: '3d',
      }),
    ),
    user: v.optional(
      userName({ says: 'The Unix user it runs as. root must be written.', example: 'digest' }),
      'hearth-job',
    ),
    working_folder: v.optional(
      absolutePath({
        says: 'The folder it starts in, which must be there. Without it, a folder of its own that stays from run to run.',
        example: '/srv/photos',
      }),
    ),
    umask: v.optional(
      umask({
        says: 'The permissions that files it makes do not get, in octal and in quotes.',
        example: '027',
      }),
      '022',
    ),
    nice: v.optional(
      count(
        {
          says: 'How much it lets other programs go first, from -20 to 19. Only a runner that is root goes below 0.',
          example: 10,
        },
        -20,
        19,
      ),
      0,
    ),
    environment: v.optional(
      table(
        { says: 'Environment variables for the command.', example: { LANG: 'C.UTF-8' } },
        variableName,
        text({ says: 'The value; a number in quotes.', example: 'C.UTF-8' }),
      ),
      {},
    ),
    parameters: v.optional(
      table(
        {
          says: 'What may be passed to one run, by name.',
          example: { since: { type: 'text', default: 'yesterday' } },
        },
        parameterName,
        parameter,
      ),
      {},
    ),
  },
  {
    cron: 'write schedule: "30 1 * * *"',
    every: 'write schedule: { every: 15m }',
    timezone: 'write schedule: { cron: "30 1 * * *", timezone: Europe/London }',
    jitter: 'write schedule: { cron: "30 1 * * *", jitter: 5m }',
    catch_up: 'write schedule: { cron: "30 1 * * *", catch_up: once }',
    expect: 'write estimate: { expect: 20m }',
    attempts: 'write retry: { attempts: 3 }',
  },
);

/** A declared piece of work. */
export const job: v.GenericSchema<unknown, JobEntry> = v.pipe(
  fields,
  v.forward(
    v.partialCheck(
      [['timeout'], ['estimate', 'expect']],
      ({ timeout, estimate: { expect } }) => expect === undefined || expect <= timeout,
      packed({ message: 'is longer than the timeout of the job', hint: 'raise the timeout' }),
    ),
    ['estimate', 'expect'],
  ),
  v.forward(
    v.partialCheck(
      [['noop'], ['retry']],
      (input) => !input.noop.some((code) => input.retry.final.includes(code)),
      packed({
        message: 'names a code that retry.final names too',
        hint: 'an exit code can mean one thing',
      }),
    ),
    ['noop'],
  ),
  v.forward(
    v.partialCheck(
      [['schedule'], ['parameters']],
      (input) =>
        input.schedule === undefined ||
        [...input.parameters.values()].every((one) => one.default !== null),
      packed({
        message: 'a job with a schedule has a parameter without a default',
        hint: 'nobody is there to pass it: give each a default',
      }),
    ),
    ['parameters'],
  ),
  v.transform((input) => ({
    class: input.class,
    priority: input.priority,
    command: input.command,
    schedule: input.schedule ?? null,
    needs: input.needs,
    timeout: input.timeout,
    grace: input.grace,
    retry: input.retry,
    budget: input.budget ?? null,
    estimate: {
      expect: input.estimate.expect ?? null,
      rule: input.estimate.rule,
      noop: input.noop,
    },
    overlap: input.overlap,
    onWindow: input.on_window,
    staleAfter: input.stale_after ?? null,
    user: input.user,
    workingFolder: input.working_folder ?? null,
    umask: input.umask,
    nice: input.nice,
    environment: input.environment,
    parameters: input.parameters,
  })),
);
