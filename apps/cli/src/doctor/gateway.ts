import { HearthError } from '@hearth/client';
import type { Status } from '@hearth/wire';

import { connect, type GatewayOptions } from '../connect.ts';
import { fault, type Finding, ok, warning } from './finding.ts';

/** The gateway's answer, or why there is none. */
export type Answer = Status | { readonly why: string; readonly refused: boolean };

/** Asks the gateway for the house. */
export async function askGateway(options: GatewayOptions): Promise<Answer> {
  try {
    return await connect(options).status();
  } catch (error) {
    if (!(error instanceof HearthError)) throw error;
    return { why: error.message, refused: error.status !== null };
  }
}

/** Whether the gateway can be reached and is of the same version as this command. */
export function verdictOnGateway(answer: Answer, url: string, own: string): readonly Finding[] {
  if ('why' in answer) {
    const mend = answer.refused
      ? 'give a key that may operate the house, in HEARTH_KEY'
      : 'systemctl status hearth-gateway; its last words: journalctl -u hearth-gateway -n 20';
    return [fault(answer.why, mend)];
  }
  if (answer.version !== own) {
    return [
      warning(
        `the gateway at ${url} is version ${answer.version}, and this command ${own}`,
        'install the same version of both',
      ),
    ];
  }
  return [ok(`the gateway at ${url} answers, version ${answer.version}`)];
}
