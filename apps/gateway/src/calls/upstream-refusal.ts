import { readUpstreamError, type UpstreamError } from '@hearth/protocols';
import { seconds, type MachineName, type Tokens } from '@hearth/words';

import type { Outcome } from './exchange.ts';
import { refuse, refuseFor, type Refusal } from './refusal.ts';

/** When a server whose own queue is full may have a place again. */
const BUSY_FOR = seconds(5);

/**
 * What a server answers that was not started for such requests, as llama.cpp without `--embeddings`. Its caller is told
 * so with a status that no client tries again, and the machine is none the worse for it.
 */
const NOT_IMPLEMENTED = 501;

/** What the error of an upstream means to its caller, to the machine and to the record. */
export interface UpstreamRefusal {
  readonly refusal: Refusal;
  /** How the record says that the call ended. */
  readonly end: string;
  /** True where the machine is at fault, and a row of such faults should stop it from being used. */
  readonly failed: boolean;
  /** The window that the machine told, and the tokens that it found in the prompt, where it did. */
  readonly context: Tokens | null;
  readonly promptTokens: Tokens | null;
}

/** The machine is at fault and told nothing. */
const UNTOLD = { context: null, promptTokens: null } as const;
const BROKEN = { end: 'upstream', failed: true, ...UNTOLD } as const;

/** Words an error that the machine answered with, in place of an answer or inside one. */
function refuseUpstream(
  machine: MachineName,
  status: number,
  error: UpstreamError,
  random: number,
): Omit<UpstreamRefusal, 'context' | 'promptTokens'> {
  const said = error.message;
  switch (error.kind) {
    case 'context': {
      const details = { prompt_tokens: error.promptTokens, context: error.context };
      const message = `The prompt and its answer do not fit the context of the model. ${machine} said: ${said}`;
      return {
        refusal: refuseFor('context', random, { message, details }),
        end: 'context',
        failed: false,
      };
    }
    case 'loading':
      return { refusal: refuseFor('loading', random), end: 'loading', failed: false };
    case 'busy': {
      const message = `${machine} has more requests of its own than it takes: ${said}`;
      const details = { message, retryAfter: BUSY_FOR, hint: 'Somebody uses it beside hearth.' };
      return {
        refusal: refuseFor('queue-full', random, details),
        end: 'queue-full',
        failed: false,
      };
    }
    case 'model':
      return {
        refusal: refuse(
          404,
          'model_not_found',
          `${machine} does not have this model any more: ${said}`,
        ),
        end: 'upstream',
        failed: false,
      };
    case 'route':
      return {
        refusal: refuse(404, 'not_found', `${machine} does not speak this API: ${said}`),
        end: 'upstream',
        failed: false,
      };
    case 'key': {
      const hint =
        'Let the model server take requests without a key: hearth checks the keys of its callers itself.';
      const message = `${machine} wants a key that hearth does not have: ${said}`;
      return {
        refusal: refuse(502, 'upstream_key', message, hint),
        end: 'upstream',
        failed: false,
      };
    }
    case 'request': {
      const asked = status >= 400 && status < 500 ? status : 400;
      const refusal = refuse(
        asked,
        error.code ?? 'bad_request',
        `${machine} refused the request: ${said}`,
      );
      return { refusal, end: 'upstream', failed: false };
    }
    case 'malformed':
    case 'failed':
      if (status === NOT_IMPLEMENTED) {
        return {
          refusal: refuse(400, 'unsupported', `${machine} cannot do this: ${said}`),
          end: 'upstream',
          failed: false,
        };
      }
      return {
        refusal: refuse(502, 'upstream_error', `${machine} failed: ${said}`),
        end: 'upstream',
        failed: true,
      };
  }
}

/** Words an outcome that left the caller without an answer, or without the end of it. */
export function refuseOutcome(
  machine: MachineName,
  outcome: Extract<Outcome, { kind: 'refused' | 'failed' | 'died' | 'silent' }>,
  random: number,
): UpstreamRefusal {
  switch (outcome.kind) {
    case 'refused': {
      const { status, text } = outcome;
      const error = readUpstreamError(status, text);
      const { context, promptTokens } = error;
      return { ...refuseUpstream(machine, status, error, random), context, promptTokens };
    }
    case 'failed':
      return { ...refuseUpstream(machine, 500, outcome.error, random), ...UNTOLD };
    case 'died': {
      const message = `${machine} broke off: ${outcome.detail}.`;
      return { refusal: refuse(502, 'upstream_error', message), ...BROKEN };
    }
    case 'silent': {
      const message = `${machine} said nothing for ${Math.round(outcome.silence)} s.`;
      return { refusal: refuse(504, 'upstream_silent', message), ...BROKEN };
    }
  }
}
