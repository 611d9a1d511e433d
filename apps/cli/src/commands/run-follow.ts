import { setTimeout as delay } from 'node:timers/promises';

import { HearthError, type HearthClient } from '@hearth/client';
import type { Run } from '@hearth/wire';

import { pour, remark, type Io } from '../io.ts';
import { plain } from '../show/plain.ts';
import { isOver } from '../show/state.ts';

/** Time between two looks at a run that has not written anything new, in milliseconds. */
const PAUSE = 1000;
/** The longest time between two looks at why a run waits. */
const LONGEST_PAUSE = 10_000;

/**
 * Passes on the output of a run as it comes, says why it waits while it does, and gives the run when it is over. A
 * gateway that is away for a while does not end the run, so it does not end the following either.
 */
export async function follow(io: Io, client: HearthClient, id: number): Promise<Run> {
  const over = new AbortController();
  const waiting = tellWhyItWaits(io, client, id, over.signal);
  // It is awaited below; until then its failure must not count as nobody's.
  waiting.catch(() => {});
  try {
    return await untilOver(io, client, id);
  } finally {
    over.abort();
    await waiting;
  }
}

async function untilOver(io: Io, client: HearthClient, id: number): Promise<Run> {
  let had = 0;
  let away = false;
  for (;;) {
    try {
      for await (const bytes of client.runs.log(id, { follow: true, had })) {
        had += bytes.byteLength;
        await pour(io, bytes);
      }
      const run = await client.runs.show(id);
      if (isOver(run)) return run;
      away = false;
    } catch (error) {
      if (!isAway(error)) throw error;
      if (!away) remark(io, `the gateway is away; still waiting for run ${id}`);
      away = true;
    }
    await delay(PAUSE);
  }
}

/** Says once for each reason why a run has not started, until it is over; less and less often looked at. */
async function tellWhyItWaits(
  io: Io,
  client: HearthClient,
  id: number,
  over: AbortSignal,
): Promise<void> {
  let said = '';
  for (let pause = PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    try {
      await delay(pause, undefined, { signal: over });
      const { verdict, message, reasons } = await client.runs.why(id, { signal: over });
      if (verdict !== 'waiting' && verdict !== 'never') continue;
      // The numbers in a reason change with each second; the reason is said once.
      const codes = reasons.map(({ code }) => code).join();
      const words = reasons.map((reason) => plain(reason.message)).join('; ');
      if (codes !== said) remark(io, `${plain(message)}: ${words}`);
      said = codes;
    } catch (error) {
      if (over.aborted) return;
      if (isAway(error)) continue;
      if (!(error instanceof HearthError)) throw error;
      remark(io, `it cannot be said why run ${id} waits: ${plain(error.message)}`);
      return;
    }
  }
}

function isAway(error: unknown): boolean {
  return (
    error instanceof HearthError && (error.code === 'unreachable' || error.code === 'timed_out')
  );
}
