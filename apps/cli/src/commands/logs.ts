import { connect, type GatewayOptions } from '../connect.ts';
import { HEARTH } from '../invocation.ts';
import { pour, remark, type Io } from '../io.ts';
import { stateWords } from '../show/state.ts';

/** How to read it. */
export interface LogsOptions extends GatewayOptions {
  /** Go on until the run is over. */
  readonly follow?: boolean | undefined;
}

/** `hearth logs RUN`: the output of a run, byte for byte. */
export async function logs(io: Io, id: number, options: LogsOptions): Promise<number> {
  const client = connect(options);
  let written = false;
  for await (const bytes of client.runs.log(id, { follow: options.follow })) {
    written = true;
    await pour(io, bytes);
  }
  if (!written) {
    const run = await client.runs.show(id);
    remark(io, `run ${id} has written nothing; it ${stateWords(run)} (see "${HEARTH} show ${id}")`);
  }
  return 0;
}
