import type { Why, WhyReason } from '@hearth/wire';

import { connect, type GatewayOptions } from '../connect.ts';
import { say, sayJson, type Io } from '../io.ts';
import { houseTime } from '../show/house-time.ts';
import { capital, plain } from '../show/plain.ts';
import type { When } from '../show/when.ts';

/** How to show it. */
export interface WhyOptions extends GatewayOptions {
  readonly json?: boolean | undefined;
}

/** `hearth why RUN`: all the reasons why a run has not started. */
export async function why(io: Io, id: number, options: WhyOptions): Promise<number> {
  const client = connect(options);
  const answer = await client.runs.why(id);
  if (options.json === true) {
    sayJson(io, answer);
    return 0;
  }
  say(io, ...whyWords(answer, await houseTime(client, io)));
  return 0;
}

function whyWords({ run_id, job, message, reasons }: Why, when: When): string[] {
  const named = plain(message).replace(new RegExp(`\\brun ${run_id}\\b`), `$& of ${plain(job)}`);
  return [`${capital(named)}.`, ...reasons.flatMap((reason) => reasonWords(reason, when))];
}

function reasonWords({ message, until, never, mend }: WhyReason, when: When): string[] {
  const passing = never ? ' (this will not pass by itself)' : '';
  const end = until === null ? passing : ` (until ${when.full(until)}, ${when.away(until)})`;
  return [`- ${plain(message)}${end}`, ...(mend === null ? [] : [`  to mend it: ${plain(mend)}`])];
}
