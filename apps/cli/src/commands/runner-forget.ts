import { connect, type GatewayOptions } from '../connect.ts';
import { HEARTH } from '../invocation.ts';
import { say, type Io } from '../io.ts';

/** `hearth runner forget NAME`: the operator's word that a runner will not come back. */
export async function runnerForget(io: Io, name: string, options: GatewayOptions): Promise<number> {
  await connect(options).runner.forget(name);
  say(
    io,
    `Runner ${name} is forgotten: what it held is lost, and runs again (${HEARTH} runs tells).`,
  );
  return 0;
}
