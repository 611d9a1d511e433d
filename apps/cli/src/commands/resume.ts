import { connect, type GatewayOptions } from '../connect.ts';
import { say, type Io } from '../io.ts';
import { houseTime } from '../show/house-time.ts';

/** `hearth resume JOB`: ends a pause. */
export async function resume(io: Io, job: string, options: GatewayOptions): Promise<number> {
  const client = connect(options);
  const { name, next_at } = await client.jobs.resume(job);
  const when = await houseTime(client, io);
  const next = next_at === null ? 'has no schedule' : `is next due ${when.full(next_at)}`;
  say(io, `${name} goes on; it ${next}.`);
  return 0;
}
