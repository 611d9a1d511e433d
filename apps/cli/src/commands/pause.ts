import { connect, type GatewayOptions } from '../connect.ts';
import { HEARTH } from '../invocation.ts';
import { say, type Io } from '../io.ts';

/** `hearth pause JOB`: starts no run of a job until it is resumed. */
export async function pause(io: Io, job: string, options: GatewayOptions): Promise<number> {
  const { name } = await connect(options).jobs.pause(job);
  say(io, `${name} is paused: no run of it starts until "${HEARTH} resume ${name}".`);
  return 0;
}
