import type { Random } from '@hearth/test-kit';
import { Client } from 'undici';

import { CHAT, question, type Where } from './caller.ts';

/** What became of one caller. */
export interface Fate {
  /** `answered`, `hung up`, `429 queue-full`, or whatever else it was. */
  readonly outcome: string;
  /** The number of its call in the record; null where it hung up before it was told. */
  readonly call: number | null;
}

/** Of all callers. */
const HANGING_UP = 1 / 3;
/** Milliseconds: about what it takes to serve all those that find a place in the line. */
const SPAN = 5000;

/**
 * So many callers at once, each over a connection of its own. A third of them hang up at a random moment, if they have
 * no answer by then; every other one asks for a stream.
 */
export async function wave(where: Where, callers: number, random: Random): Promise<Fate[]> {
  return Promise.all(
    Array.from({ length: callers }, async (_, nth) => {
      const patience = random() < HANGING_UP ? random() * SPAN : null;
      return callOnce(where, nth % 2 === 0, patience);
    }),
  );
}

async function callOnce(where: Where, stream: boolean, patience: number | null): Promise<Fate> {
  const client = new Client(where.url);
  const hangingUp = new AbortController();
  const timer = patience === null ? null : setTimeout(() => hangingUp.abort(), patience);
  let call: number | null = null;
  try {
    const { statusCode, headers, body } = await client.request({
      path: CHAT,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hearth-budget': 'crowd' },
      body: question(stream),
      signal: hangingUp.signal,
    });
    call = Number(headers['x-hearth-call'] ?? Number.NaN);
    const text = await body.text();
    return { call, outcome: outcomeOf(statusCode, String(headers['x-hearth-reason']), text) };
  } catch (error) {
    if (hangingUp.signal.aborted) return { call, outcome: 'hung up' };
    return { call, outcome: error instanceof Error ? error.message : String(error) };
  } finally {
    if (timer !== null) clearTimeout(timer);
    await client.destroy();
  }
}

function outcomeOf(status: number, reason: string, text: string): string {
  if (status !== 200) return `${status} ${reason}`;
  // Eight words were to come, and the sign that they were all.
  const isWhole = text.includes('"elit"') ? text.includes('[DONE]') : text.includes(' elit"');
  return isWhole ? 'answered' : `answered in part: ${text}`;
}
