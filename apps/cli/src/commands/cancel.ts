import { connect, type GatewayOptions } from '../connect.ts';
import { HEARTH } from '../invocation.ts';
import { say, type Io } from '../io.ts';
import { plain } from '../show/plain.ts';
import { stateWords } from '../show/state.ts';

/** `hearth cancel RUN`: stops a run, or takes a waiting one back. */
export async function cancel(io: Io, id: number, options: GatewayOptions): Promise<number> {
  const run = await connect(options).runs.cancel(id);
  const name = `Run ${run.id} of ${plain(run.job)}`;
  if (run.state === 'running') {
    say(io, `${name} is being stopped; ${HEARTH} show ${run.id} tells when it is gone.`);
  } else {
    say(io, `${name} ${stateWords(run)}.`);
  }
  return 0;
}
