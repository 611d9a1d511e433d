import { connect, type GatewayOptions } from '../connect.ts';
import { say, type Io } from '../io.ts';
import { plain } from '../show/plain.ts';
import { stateWords } from '../show/state.ts';

/** `hearth retry RUN`: a new run that repeats it. */
export async function retry(io: Io, id: number, options: GatewayOptions): Promise<number> {
  const run = await connect(options).runs.retry(id);
  say(io, `Run ${run.id} of ${plain(run.job)} repeats run ${id}; it ${stateWords(run)}.`);
  return 0;
}
