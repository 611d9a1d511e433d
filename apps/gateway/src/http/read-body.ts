import type { Context } from 'hono';
import * as v from 'valibot';

import { ApiError } from './api-error.ts';

/** No request of hearth's own API needs more than this many bytes. */
export const MOST_BYTES: number = 256 * 1024;

/** The JSON body of a request, checked against `schema`. Throws an {@link ApiError} that names each field that is wrong. */
export async function readBody<T>(context: Context, schema: v.GenericSchema<T>): Promise<T> {
  const type = context.req.header('content-type') ?? '';
  if (!/^application\/(.+\+)?json\b/i.test(type)) {
    throw new ApiError(
      'bad_request',
      `the body's content type is ${type === '' ? 'missing' : `"${type}"`}`,
      'send JSON with the header Content-Type: application/json',
    );
  }
  const text = await context.req.text();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    throw new ApiError('bad_request', `the body is not JSON: ${what}`);
  }
  const checked = v.safeParse(schema, json);
  if (checked.success) return checked.output;
  const problems = checked.issues.map((issue) => {
    const path = v.getDotPath(issue);
    return path === null ? issue.message : `${path}: ${issue.message}`;
  });
  throw new ApiError('bad_request', problems.join('; '), null, { problems });
}
