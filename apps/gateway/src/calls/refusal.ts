import type { RefusalReason } from '@hearth/admission';
import { CONTEXT_LENGTH_EXCEEDED, type Problem } from '@hearth/protocols';
import { seconds, type Seconds } from '@hearth/words';

/** Why a call gets an error instead of an answer, and what the caller is told. */
export interface Refusal {
  readonly problem: Problem;
  /** `X-Hearth-Reason`; null where hearth has no word for it. */
  readonly reason: RefusalReason | null;
  /** False where trying again within a minute cannot help. */
  readonly again: boolean;
}

/** After so long a pause a client's own retries would only be refused again; seconds. */
const SOON = 60;
/** A pause is made up to this share longer, so that those who were refused together do not come back together. */
const JITTER = 0.2;

interface Wording {
  readonly status: number;
  readonly message: string;
  readonly hint: string | null;
}

const WORDINGS: Readonly<Record<RefusalReason, Wording>> = {
  'queue-full': {
    status: 429,
    message: 'Too many calls wait for the model already.',
    hint: 'Send fewer at once, or come back later.',
  },
  'wait-expired': {
    status: 429,
    message: 'No place on the model was free in the time that this call could wait.',
    hint: 'Come back later, or let it wait longer.',
  },
  budget: {
    status: 429,
    message: 'The GPU time of this budget is used up for now.',
    hint: 'It opens again with its next period; `hearth budgets` shows when.',
  },
  'no-machine': {
    status: 503,
    message: 'No machine that serves this model can be reached.',
    hint: '`hearth machines` shows which there are and how they are.',
  },
  loading: {
    status: 503,
    message: 'The model is still being loaded.',
    hint: 'Come back in a moment.',
  },
  draining: {
    status: 503,
    message: 'The machine is still busy with an answer that nobody waits for any more.',
    hint: 'Come back in a moment.',
  },
  context: {
    status: 400,
    message: 'The prompt and its answer do not fit the context of the model.',
    hint: null,
  },
  'too-large': { status: 413, message: 'The body is too large.', hint: null },
  floor: {
    status: 504,
    message: 'The time that is left is not enough for an answer that is worth sending.',
    hint: null,
  },
  deadline: {
    status: 504,
    message: 'The time for this answer was over before any of it was there.',
    hint: 'Allow more time, or ask for less.',
  },
  restarting: {
    status: 503,
    message: 'The gateway is being restarted.',
    hint: 'Come back in a moment.',
  },
};

/** Reasons of a single request: it would fare no better a minute later. */
const HOPELESS: ReadonlySet<RefusalReason> = new Set(['context', 'too-large', 'floor']);

/** What more may be said of a refusal. */
export interface RefusalDetails {
  /** A better message than the general one. */
  readonly message?: string;
  readonly hint?: string | null;
  /** Without jitter; null where nobody can tell. */
  readonly retryAfter?: Seconds | null;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** A refusal for one of the reasons that callers know. `random` is in [0, 1). */
export function refuseFor(
  reason: RefusalReason,
  random: number,
  { message, hint, retryAfter = null, details }: RefusalDetails = {},
): Refusal {
  const wording = WORDINGS[reason];
  const pause = retryAfter === null ? null : pauseOf(retryAfter, random);
  return {
    reason,
    again: !HOPELESS.has(reason) && pause !== null && pause <= SOON,
    problem: {
      status: wording.status,
      code: reason === 'context' ? CONTEXT_LENGTH_EXCEEDED : reason.replaceAll('-', '_'),
      message: message ?? wording.message,
      hint: hint === undefined ? wording.hint : hint,
      retryAfter: pause,
      details: details ?? null,
    },
  };
}

/** A refusal that has nothing to do with the slots: a wrong request, a wrong key, a machine that failed. */
export function refuse(
  status: number,
  code: string,
  message: string,
  hint: string | null = null,
  details: Readonly<Record<string, unknown>> | null = null,
): Refusal {
  const again = status >= 500;
  return { reason: null, again, problem: { status, code, message, hint, details } };
}

/** The headers that go with a refusal. */
export function refusalHeaders({ problem, reason, again }: Refusal): Record<string, string> {
  const { retryAfter = null } = problem;
  return {
    ...(reason !== null && { 'x-hearth-reason': reason }),
    ...(retryAfter !== null && { 'retry-after': String(retryAfter) }),
    ...(!again && { 'x-should-retry': 'false' }),
  };
}

/** Whole seconds, as the header must have them. */
function pauseOf(after: Seconds, random: number): Seconds {
  return seconds(Math.max(1, Math.ceil(after * (1 + JITTER * random))));
}
