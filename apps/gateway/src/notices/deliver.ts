import type { Notify } from '@hearth/manifest';
import type { Notice } from '@hearth/scheduler';
import { seconds, type Seconds } from '@hearth/words';

import type { RunErrand } from '../errands/desk.ts';
import { faultOf } from '../errands/fault.ts';

/** A notice must be taken within so long, in milliseconds. */
const PATIENCE = 10_000;
/** The operator's own command has longer: it may have to reach a slow mail server. */
const COMMAND_PATIENCE: Seconds = seconds(30);

/**
 * Hands one notice to where the operator wants it. Rejects with a sentence where it was not taken. A command gets it as
 * JSON on its standard input: arguments can be read by everybody on the machine, and would be options if they began with
 * a dash.
 */
export async function deliver(notify: Notify, notice: Notice, run: RunErrand): Promise<void> {
  switch (notify.kind) {
    case 'ntfy':
      return post(notify.url, notice.message, { title: headerText(notice.title) });
    case 'webhook':
      return post(notify.url, JSON.stringify(notice), { 'content-type': 'application/json' });
    case 'command':
      return command(notify.command, notice, run);
  }
}

async function command(words: readonly string[], notice: Notice, run: RunErrand): Promise<void> {
  const fault = faultOf(await run(words, `${JSON.stringify(notice)}\n`, COMMAND_PATIENCE));
  if (fault !== null) throw new Error(`${words[0]}: ${fault}`);
}

async function post(url: string, body: string, headers: Record<string, string>): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers,
    signal: AbortSignal.timeout(PATIENCE),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`${url} answered with status ${response.status}`);
}

/** A header holds Latin-1 at most; anything else becomes a question mark. */
function headerText(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?');
}
