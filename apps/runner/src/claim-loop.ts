import { HearthError } from '@hearth/client/runner';
import type { ClaimAnswer, ClaimRequest } from '@hearth/wire';

import { backoff } from './backoff.ts';
import type { Log } from './log.ts';
import { randomId } from './random-id.ts';
import { rest } from './sleep.ts';

/** What the claim loop asks of its runner. */
export interface Claims {
  /** Sends one claim and waits for its answer. */
  readonly claim: (request: ClaimRequest, signal: AbortSignal) => Promise<ClaimAnswer>;
  /** What the runner has at this moment: its free places and the attempts that it holds. */
  readonly standing: () => Omit<ClaimRequest, 'claim_id' | 'sequence'>;
  /** Takes an answer; false when there was nothing new in it. */
  readonly take: (answer: ClaimAnswer) => boolean;
  /** Calls back once, when what the runner has is no longer what it was. */
  readonly onChange: (call: () => void) => void;
  readonly log: Log;
}

/** An answer that brings nothing is not asked for again sooner than this, in seconds. */
const PAUSE = 1;

/**
 * Claims work until the signal aborts, one long poll at a time. A poll that is held open while the runner's places
 * change is given up and asked again with the same id, by which the gateway knows it: what it had given in the
 * meantime it gives again. A gateway that is away is asked again for ever.
 */
export async function claimLoop(claims: Claims, signal: AbortSignal): Promise<void> {
  const { claim, standing, take, onChange, log } = claims;
  let claimId: string = randomId();
  let failures = 0;
  let said: string | null = null;
  while (!signal.aborted) {
    const changed = new AbortController();
    onChange(() => changed.abort());
    const asked = performance.now();
    let answer: ClaimAnswer;
    try {
      const request = { claim_id: claimId, sequence: sequence(), ...standing() };
      answer = await claim(request, AbortSignal.any([signal, changed.signal]));
    } catch (error) {
      if (signal.aborted) return;
      if (changed.signal.aborted) continue;
      if (!(error instanceof HearthError)) throw error;
      if (said !== error.message)
        log(`cannot ask for work, and will go on trying: ${inWords(error)}`);
      said = error.message;
      failures += 1;
      await rest(backoff(failures, Math.random()), signal);
      continue;
    }
    if (failures > 0) log('the gateway answers again');
    failures = 0;
    said = null;
    claimId = randomId();
    const fresh = take(answer);
    if (fresh || performance.now() - asked > PAUSE * 1000) continue;
    await rest(PAUSE, AbortSignal.any([signal, changed.signal]));
  }
}

/** The kernel's monotonic clock in microseconds: it goes on over the restarts of a runner, and begins anew with a boot. */
function sequence(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

function inWords({ message, hint }: HearthError): string {
  return hint === null ? message : `${message}; ${hint}`;
}
