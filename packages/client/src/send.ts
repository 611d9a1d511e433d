import { errorBodySchema } from '@hearth/wire';
import * as v from 'valibot';

import { reported, timedOut, unexpected, unreachable } from './hearth-error.ts';

/** What every method takes beside its own arguments. */
export interface CallOptions {
  /** Gives the request up; the method then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** One request to a route under `/hearth/v1`. */
export interface Request extends CallOptions {
  readonly method: 'get' | 'post' | 'delete';
  /** The route, each part of it still to be escaped. */
  readonly path: readonly (string | number)[];
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  /** How long it may take until the answer has been read, in milliseconds; the client's own when absent. */
  readonly timeout?: number | undefined;
}

/** What came back, with its body unread. */
export interface Answer {
  readonly status: number;
  text(): Promise<string>;
}

/** Sends one request and gives what came back, whatever its status. Rejects where nothing came, and as the signal aborts. */
export type Transport<A extends Answer> = (request: Request, signal: AbortSignal) => Promise<A>;

/** Where the gateway is, and how to ask it. */
export interface Connection<A extends Answer = Response> {
  /** The gateway's address as it was given, for messages. */
  readonly url: string;
  /** Sends a request and gives its answer with the body unread. Rejects unless the status is 2xx. */
  readonly open: (request: Request) => Promise<A>;
  /** Sends a request, reads the answer and checks it. */
  readonly ask: <T>(request: Request, schema: v.GenericSchema<T>) => Promise<T>;
  /** The same, with the status of the answer. */
  readonly askWithStatus: <T>(
    request: Request,
    schema: v.GenericSchema<T>,
  ) => Promise<{ readonly status: number; readonly answer: T }>;
  /** Sends a request whose answer says nothing but that it is done. */
  readonly tell: (request: Request) => Promise<void>;
}

/** What {@link connect} needs. */
export interface ConnectionOptions<A extends Answer> {
  readonly url: string;
  readonly transport: Transport<A>;
  /** How long an ordinary request may take, in milliseconds. */
  readonly timeout: number;
}

/**
 * A connection to one gateway. Nothing is ever sent twice by it: a caller knows best whether a repeat is
 * harmless.
 */
export function connect<A extends Answer>({
  url,
  transport,
  timeout,
}: ConnectionOptions<A>): Connection<A> {
  /** Runs a request under its caller's signal and the clock, which both hold until the answer has been read. */
  async function within<T>(
    request: Request,
    use: (signal: AbortSignal, answered: () => void) => Promise<T>,
  ): Promise<T> {
    const limit = request.timeout ?? timeout;
    const late = new AbortController();
    const clock = setTimeout(() => late.abort(), limit);
    try {
      return await use(joined(late.signal, request.signal), () => clearTimeout(clock));
    } catch (error) {
      request.signal?.throwIfAborted();
      if (late.signal.aborted) throw timedOut(url, limit);
      throw error;
    } finally {
      clearTimeout(clock);
    }
  }

  async function send(request: Request, signal: AbortSignal): Promise<A> {
    let answer: A;
    try {
      answer = await transport(request, signal);
    } catch (error) {
      throw signal.aborted ? error : unreachable(url, error);
    }
    const { status } = answer;
    if (status < 200 || status > 299) throw failure(request, status, await read(answer, signal));
    return answer;
  }

  async function read(response: Answer, signal: AbortSignal): Promise<string> {
    try {
      return await response.text();
    } catch (error) {
      throw signal.aborted ? error : unreachable(url, error);
    }
  }

  function failure(request: Request, status: number, text: string): Error {
    const body = v.safeParse(errorBodySchema, fromJson(text));
    if (body.success) return reported(status, body.output);
    return unexpected(url, status, `${route(request)}: status ${status}, and none of its errors`);
  }

  function askWithStatus<T>(
    request: Request,
    schema: v.GenericSchema<T>,
  ): Promise<{ status: number; answer: T }> {
    return within(request, async (signal) => {
      const response = await send(request, signal);
      const result = v.safeParse(schema, fromJson(await read(response, signal)));
      if (result.success) return { status: response.status, answer: result.output };
      throw unexpected(url, response.status, `${route(request)}: ${complaint(result.issues)}`);
    });
  }

  return {
    url,
    askWithStatus,
    ask: async (request, schema) => (await askWithStatus(request, schema)).answer,
    open: (request) =>
      within(request, async (signal, answered) => {
        const response = await send(request, signal);
        answered();
        return response;
      }),
    tell: (request) =>
      within(request, async (signal) => {
        await read(await send(request, signal), signal);
      }),
  };
}

/** The path of a request under the gateway's address. */
export function pathOf({ path }: Request): string {
  return path.map(encodeURIComponent).join('/');
}

/** What of an answer is not as the schema has it. */
function complaint([issue]: readonly [v.BaseIssue<unknown>, ...unknown[]]): string {
  const place = v.getDotPath(issue);
  return place === null ? issue.message : `${place}: ${issue.message}`;
}

/** A request as a person would write it. */
function route({ method, path }: Request): string {
  return `${method.toUpperCase()} /hearth/v1/${path.join('/')}`;
}

/** One signal of two. */
function joined(clock: AbortSignal, caller: AbortSignal | undefined): AbortSignal {
  return caller === undefined ? clock : AbortSignal.any([caller, clock]);
}

/** The value of a JSON text; undefined, which no schema takes, where it is none. */
function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
