import { tokens, type Tokens } from '@hearth/words';
import * as v from 'valibot';
import { asObject, type JsonObject } from '../json.ts';
import type { Call, CallReading } from './call.ts';
import { letsThink } from './lets-think.ts';
import { measurePrompt } from './measure-prompt.ts';

const A_CAP =
  'a whole number of tokens from 1 up; leave it out, or send null or -1, for no cap of your own';

/**
 * One cap field: absent, null and any negative number mean that the caller set no cap. 0 is
 * refused: llama.cpp takes it for "read the prompt and answer nothing", others for "no limit".
 */
export const capField: v.GenericSchema<unknown, number | null | undefined> = v.nullish(
  v.pipe(
    v.number(A_CAP),
    v.check((cap) => cap < 0 || (cap > 0 && Number.isSafeInteger(cap)), A_CAP),
  ),
);

/** The field that names the model. */
export const modelField: v.GenericSchema<unknown, string | null | undefined> = v.nullish(
  v.string('text'),
);

/** A field that is true, false, or left out. */
export const flagField: v.GenericSchema<unknown, boolean | null | undefined> = v.nullish(
  v.boolean('true or false'),
);

/** A field that is an object, of whatever is in it. A list, which valibot lets pass for one, is none. */
export const objectField: v.GenericSchema<unknown, JsonObject> = v.custom<JsonObject>(
  (value) => asObject(value) !== null,
  'an object',
);

/** A list of objects: messages, in every API that has them. */
export const messagesField: v.GenericSchema<unknown, readonly JsonObject[]> = v.array(
  objectField,
  'a list of messages',
);

/** A prompt as text or as a list (of texts, of tokens, of messages). */
export const promptField: v.GenericSchema<unknown, string | readonly unknown[]> = v.union(
  [v.string(), v.array(v.unknown())],
  'text or a list',
);

/** What one API knows about its requests. */
export interface RequestShape<S extends v.GenericSchema<unknown, JsonObject>> {
  /** The few fields that hearth must understand; unknown fields are let through. */
  readonly schema: S;
  /** The fields that become the prompt. */
  readonly prompt: readonly string[];
  /** Works out the call from the fields; what is left out has a harmless default. */
  readonly read: (body: v.InferOutput<S>) => Partial<
    Omit<Call, 'prompt' | 'callerCap' | 'thinks'>
  > & {
    readonly caps: readonly (number | null | undefined)[];
  };
}

/** Reads a request by its shape. Never throws: what is wrong is in the answer. */
export function readBody<S extends v.GenericSchema<unknown, JsonObject>>(
  shape: RequestShape<S>,
  body: unknown,
): CallReading {
  const json = asObject(body);
  if (json === null) {
    return { ok: false, message: 'The body must be a JSON object.', field: null };
  }
  const parsed = v.safeParse(shape.schema, json, { abortEarly: true });
  if (!parsed.success) return complain(parsed.issues[0]);
  const prompt = measurePrompt(json, shape.prompt);
  if (prompt === null) {
    return {
      ok: false,
      message: 'The body is nested too deeply: 200 levels at most.',
      field: null,
    };
  }
  const { caps, ...read } = shape.read(parsed.output);
  const call = { model: null, stream: false, wantsUsage: true, json: false, choices: 1, ...read };
  return {
    ok: true,
    call: {
      ...call,
      model: call.model || null,
      callerCap: smallest(caps),
      thinks: letsThink(json),
      prompt,
    },
  };
}

/** A caller may send two caps under two names at once: the smaller one holds. */
function smallest(caps: readonly (number | null | undefined)[]): Tokens | null {
  const real = caps.filter((cap) => typeof cap === 'number' && cap > 0) as number[];
  return real.length === 0 ? null : tokens(Math.min(...real));
}

function complain(issue: v.BaseIssue<unknown>): CallReading {
  const field = v.getDotPath(issue);
  if (issue.received === 'undefined')
    return { ok: false, field, message: `"${field}" is missing.` };
  const got = GOT[issue.received] ?? shorten(issue.received);
  return { ok: false, field, message: `"${field}" must be ${issue.message}. It is ${got}.` };
}

/** valibot's names for what it got, where they are not the value itself. */
const GOT: Readonly<Record<string, string>> = { Array: 'a list', Object: 'an object' };

function shorten(received: string): string {
  return received.length > 60 ? `${received.slice(0, 59)}…` : received;
}
