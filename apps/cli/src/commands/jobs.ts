import type { JobStatus } from '@hearth/wire';

import { connect, type GatewayOptions } from '../connect.ts';
import { remark, sayJson, type Io } from '../io.ts';
import { houseTime } from '../show/house-time.ts';
import { stateMark } from '../show/state.ts';
import { table } from '../show/table.ts';
import { DASH, lasting } from '../show/when.ts';

/** How to list them. */
export interface JobsOptions extends GatewayOptions {
  readonly json?: boolean | undefined;
}

/** `hearth jobs`: every declared job, with what is known of it. */
export async function jobs(io: Io, options: JobsOptions): Promise<number> {
  const client = connect(options);
  const list = await client.jobs.list();
  if (options.json === true) {
    sayJson(io, list);
    return 0;
  }
  if (list.jobs.length === 0) {
    remark(io, 'the manifest declares no job');
    return 0;
  }
  const when = await houseTime(client, io);
  table(
    io,
    [
      { title: 'job', cut: true },
      { title: 'class' },
      { title: 'priority' },
      { title: 'schedule', cut: true },
      { title: `next (${when.zone})`, mark: nextMark },
      { title: 'promise', right: true },
      { title: 'last', mark: (text) => stateMark(text.split(' ')[1] ?? '') },
      { title: 'dead', right: true, mark: (text) => (text === '0' ? null : 'red') },
    ],
    list.jobs.map((job) => [
      job.name,
      job.class,
      job.priority,
      job.schedule ?? 'on demand',
      job.paused ? 'paused' : when.short(job.next_at),
      lasting(job.promise_seconds),
      last(job),
      String(job.dead),
    ]),
  );
  return 0;
}

function last({ last_run }: JobStatus): string {
  return last_run === null ? DASH : `${last_run.id} ${last_run.state}`;
}

function nextMark(text: string): 'yellow' | null {
  return text === 'paused' ? 'yellow' : null;
}
