import type { Call, CutReason, FollowedEvent, Follower, Progress } from '@hearth/protocols';
import { bytes, tokens } from '@hearth/words';

import type { CallsContext } from './context.ts';
import { isJson, readBytes } from './read-json.ts';
import { refuse } from './refusal.ts';
import { admit } from './take-call.ts';
import type { Tongue } from './tongue.ts';
import type { Visit } from './visit.ts';

/**
 * Any other path under `/v1`, such as rerank or audio: it takes a slot as every call does, and passes as it is, in
 * both directions. Only the model is looked for in it, to find the machine.
 */
export async function passCall(door: CallsContext, visit: Visit): Promise<void> {
  const arrivedAt = door.now();
  const steadyAt = door.steady();
  const { incoming } = visit;
  const read = await readBytes(door, incoming);
  if (read === null) return;
  if ('problem' in read) return visit.refuse(read);
  let body = read;
  const found = isJson(incoming.headers['content-type']) ? modelIn(body) : null;
  if (found !== null && 'wrong' in found) {
    return visit.refuse(refuse(400, 'bad_request', `The body is not JSON: ${found.wrong}.`));
  }
  const prompt = { bytes: bytes(body.length), tokens: tokens(0), images: 0 };
  const plain = { stream: false, callerCap: null, wantsUsage: true, json: false, thinks: false };
  const call: Call = { ...plain, choices: 1, model: found?.model ?? null, prompt };
  await admit(door, visit, arrivedAt, steadyAt, {
    tongue: { ...TONGUE, errorBody: visit.errorBody },
    call,
    bytes: prompt.bytes,
    isCapped: false,
    write: () => (body.length === 0 ? null : body),
    forget() {
      body = Buffer.alloc(0);
    },
  });
}

function modelIn(body: Buffer): { readonly model: string | null } | { readonly wrong: string } {
  if (body.length === 0) return { model: null };
  try {
    const json = JSON.parse(body.toString()) as { readonly model?: unknown } | null;
    const model = json?.model;
    return { model: typeof model === 'string' && model !== '' ? model : null };
  } catch (error) {
    return { wrong: error instanceof Error ? error.message : String(error) };
  }
}

const NOTHING = new Uint8Array();

const NO_PROGRESS: Progress = {
  firstToken: false,
  tokens: tokens(0),
  tokensFrom: 'counted',
  usage: {},
  timings: null,
  finishReason: null,
  truncated: false,
  reasoningOnly: false,
  reasoningTokens: tokens(0),
  error: null,
};

/** An API of which nothing is known: its answer is whole when HTTP says so. */
const TONGUE: Omit<Tongue, 'errorBody'> = {
  name: 'other',
  framing: 'json',
  contentType: 'application/octet-stream',
  errorEvent: () => NOTHING,
  comment: () => null,
  follow: followBlindly,
};

function followBlindly(): Follower {
  return {
    progress: NO_PROGRESS,
    complete: false,
    push: (raw): readonly FollowedEvent[] => [
      { kind: 'content', raw, verdict: 'pass', out: raw, error: null },
    ],
    end: () => ({ events: [], complete: true, closing: NOTHING }),
    cut: (_reason: CutReason) => NOTHING,
    died: () => NOTHING,
    assemble: () => ({}),
  };
}
