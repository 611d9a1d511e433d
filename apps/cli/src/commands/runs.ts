import type { ShownState } from '@hearth/words';

import { connect, type GatewayOptions } from '../connect.ts';
import { remark, sayJson, type Io } from '../io.ts';
import { runTable } from '../show/run-table.ts';
import { houseTime } from '../show/house-time.ts';

/** Which runs to list, and how. */
export interface RunsOptions extends GatewayOptions {
  readonly state?: ShownState | undefined;
  readonly job?: string | undefined;
  readonly limit: number;
  readonly json?: boolean | undefined;
}

/** `hearth runs`: the runs, the newest first. */
export async function runs(io: Io, options: RunsOptions): Promise<number> {
  const { state, job, limit } = options;
  const client = connect(options);
  const page = await client.runs.list({ state, job, limit });
  if (options.json === true) {
    sayJson(io, page);
    return 0;
  }
  if (page.runs.length === 0) remark(io, 'there is no such run');
  else runTable(io, page.runs, await houseTime(client, io));
  if (page.next !== null) remark(io, `there are older ones: --limit ${limit * 2} shows more`);
  return 0;
}
