import * as v from 'valibot';

/** The stable codes of hearth's own errors. A program decides by these, never by the message. */
export const ERROR_CODES = [
  'bad_request',
  'unauthorized',
  'forbidden',
  'not_found',
  'conflict',
  'stale_epoch',
  'too_large',
  'queue_full',
  'unavailable',
  'internal',
] as const;

/** One of {@link ERROR_CODES}. */
export type ErrorCode = (typeof ERROR_CODES)[number];

/** The one shape of an error on hearth's own API. */
export interface ErrorBody {
  readonly error: {
    readonly code: ErrorCode;
    /** What went wrong and where, for a person. */
    readonly message: string;
    /** What would mend it; null where there is nothing to say. */
    readonly hint: string | null;
    /** Particulars for a program; an object whose keys depend on the code. */
    readonly details: Readonly<Record<string, unknown>>;
  };
}

/** An error of one code, in the one shape. */
export function errorBody(
  code: ErrorCode,
  message: string,
  hint: string | null = null,
  details: Readonly<Record<string, unknown>> = {},
): ErrorBody {
  return { error: { code, message, hint, details } };
}

export const errorBodySchema: v.GenericSchema<ErrorBody> = v.object({
  error: v.object({
    code: v.picklist(ERROR_CODES),
    message: v.string(),
    hint: v.nullable(v.string()),
    details: v.record(v.string(), v.unknown()),
  }),
});
