import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import {
  claimRequestSchema,
  endedReportSchema,
  errandReportSchema,
  errorBody,
  startedReportSchema,
  type Assignment,
  type ClaimAnswer,
  type ClaimRequest,
  type EndedReport,
  type Errand,
  type ErrandReport,
  type StartedReport,
  type StopOrder,
} from '@hearth/wire';
import { serve, type ServerType } from '@hono/node-server';
import { Hono, type Context } from 'hono';
import * as v from 'valibot';

/** The key that the gateway asks for. */
export const KEY = 'the-key-of-the-runner';

/** An attempt for a runner; whatever a test does not care about is filled in. */
export function assignment(parts: Partial<Assignment> & Pick<Assignment, 'command'>): Assignment {
  return {
    run_id: 12,
    attempt_id: randomUUID(),
    epoch: 1,
    job: 'nightly-digest',
    class: 'light',
    user: 'hearth-job',
    working_folder: null,
    umask: '022',
    nice: 0,
    environment: {},
    timeout_seconds: 600,
    grace_seconds: 5,
    memory_bytes: 2 ** 28,
    cpu_percent: 50,
    ...parts,
  };
}

interface Waiting {
  readonly request: ClaimRequest;
  readonly answer: (answer: ClaimAnswer) => void;
}

/**
 * A gateway that does as a test says, over real HTTP. It checks all that it gets against the wire's schemas and
 * throws at the end of the test when anything was not as they have it.
 */
export class ScriptedGateway implements AsyncDisposable {
  readonly claims: ClaimRequest[] = [];
  /** Every report that was accepted: `started ID`, `ended ID`, `errand ID`. */
  readonly reports: string[] = [];
  url = '';

  /** The next claim's answer is lost on the way. */
  loseNextAnswer = false;
  readonly #problems: string[] = [];
  readonly #refused = new Map<string, 'stale_epoch' | 'not_found'>();
  readonly #toGive: Assignment[] = [];
  readonly #toStop: StopOrder[] = [];
  readonly #toDo: Errand[] = [];
  readonly #given = new Map<string, Assignment>();
  readonly #waiting = new Set<Waiting>();
  readonly #started = new Map<string, PromiseWithResolvers<StartedReport>>();
  readonly #ended = new Map<string, PromiseWithResolvers<EndedReport>>();
  readonly #done = new Map<string, PromiseWithResolvers<ErrandReport>>();
  #looking: { so: (claim: ClaimRequest) => boolean; found: (claim: ClaimRequest) => void }[] = [];
  #server: ServerType | null = null;
  #port = 0;

  static async open(): Promise<ScriptedGateway> {
    const gateway = new ScriptedGateway();
    await gateway.back();
    return gateway;
  }

  /** Gives an attempt to the next claim that has a place for it. */
  give(parts: Parameters<typeof assignment>[0]): Assignment {
    const given = assignment(parts);
    this.#toGive.push(given);
    this.#serve();
    return given;
  }

  /** Tells the runner to stop an attempt. */
  order(stop: StopOrder): void {
    this.#toStop.push(stop);
    this.#serve();
  }

  /** Has the runner carry out a short command. */
  send(...errands: Errand[]): void {
    this.#toDo.push(...errands);
    this.#serve();
  }

  /** The report of an errand's end, when it comes. */
  done({ errand_id }: Errand): Promise<ErrandReport> {
    return promiseOf(this.#done, errand_id).promise;
  }

  /** Refuses every report about an attempt or an errand from now on. */
  refuse(attemptId: string, code: 'stale_epoch' | 'not_found'): void {
    this.#refused.set(attemptId, code);
  }

  /** The report of an attempt's start, when it comes. */
  started({ attempt_id }: Assignment): Promise<StartedReport> {
    return promiseOf(this.#started, attempt_id).promise;
  }

  /** The report of an attempt's end, when it comes. */
  ended({ attempt_id }: Assignment): Promise<EndedReport> {
    return promiseOf(this.#ended, attempt_id).promise;
  }

  /** The next claim, from now on, of which something is so. */
  claimed(so: (claim: ClaimRequest) => boolean): Promise<ClaimRequest> {
    return new Promise((found) => this.#looking.push({ so, found }));
  }

  /** Is not there any more, as during an upgrade. */
  async away(): Promise<void> {
    const server = this.#server;
    if (server === null) return;
    this.#server = null;
    const closed = once(server, 'close');
    server.close();
    if ('closeAllConnections' in server) server.closeAllConnections();
    await closed;
  }

  /** Is there again, at the same address. */
  async back(): Promise<void> {
    const server = serve({ fetch: this.#app().fetch, hostname: '127.0.0.1', port: this.#port });
    await once(server, 'listening');
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
    this.url = `http://127.0.0.1:${this.#port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.away();
    if (this.#problems.length > 0) throw new Error(this.#problems.join('\n'));
  }

  #app(): Hono {
    const app = new Hono().basePath('/hearth/v1/runners/pi');
    app.use(async (c, next) => {
      if (c.req.header('authorization') === `Bearer ${KEY}`) return next();
      this.#problems.push(`${c.req.path} came without the key`);
      return c.json(errorBody('unauthorized', 'no key'), 401);
    });
    app.post('/claim', async (c) => {
      const request = await this.#body(c, claimRequestSchema);
      if (request === null) return c.json(errorBody('bad_request', 'not a claim'), 400);
      this.claims.push(request);
      this.#looking = this.#looking.filter(({ so, found }) => !so(request) || found(request));
      return this.#hold(c, request);
    });
    app.post('/attempts/:id/started', (c) =>
      this.#report(c, 'started', startedReportSchema, this.#started),
    );
    app.post('/attempts/:id/ended', (c) =>
      this.#report(c, 'ended', endedReportSchema, this.#ended),
    );
    app.post('/errands/:id', (c) => this.#report(c, 'errand', errandReportSchema, this.#done));
    return app;
  }

  async #hold(c: Context, request: ClaimRequest): Promise<Response> {
    const answer = await new Promise<ClaimAnswer | null>((resolve) => {
      const waiting: Waiting = { request, answer: resolve };
      this.#waiting.add(waiting);
      c.req.raw.signal.addEventListener('abort', () => {
        this.#waiting.delete(waiting);
        resolve(null);
      });
      this.#serve();
    });
    if (answer === null) return c.json(errorBody('internal', 'nobody reads this'), 500);
    if (!this.loseNextAnswer || answer.attempt === null) return c.json(answer);
    this.loseNextAnswer = false;
    return c.json(errorBody('unavailable', 'the answer was lost'), 503);
  }

  /** Answers each waiting claim for which there is something. */
  #serve(): void {
    for (const waiting of this.#waiting) {
      const { request, answer } = waiting;
      const stop = this.#toStop.filter(({ attempt_id }) =>
        request.running.some((held) => held.attempt_id === attempt_id && !held.stopping),
      );
      const attempt = this.#given.get(request.claim_id) ?? this.#next(request);
      const errands = this.#toDo.splice(0);
      if (attempt === null && stop.length === 0 && errands.length === 0) continue;
      if (attempt !== null) this.#given.set(request.claim_id, attempt);
      this.#waiting.delete(waiting);
      answer({ attempt, stop, errands });
    }
  }

  #next({ free }: ClaimRequest): Assignment | null {
    const index = this.#toGive.findIndex((one) => (free[one.class] ?? 0) > 0);
    return index === -1 ? null : (this.#toGive.splice(index, 1)[0] ?? null);
  }

  async #report<T>(
    c: Context,
    what: 'started' | 'ended' | 'errand',
    schema: v.GenericSchema<T>,
    into: Map<string, PromiseWithResolvers<T>>,
  ): Promise<Response> {
    const report = await this.#body(c, schema);
    if (report === null) return c.json(errorBody('bad_request', 'not a report'), 400);
    const id = c.req.param('id') ?? '';
    const code = this.#refused.get(id);
    if (code !== undefined) {
      return c.json(
        errorBody(code, `${what} ${id} is not wanted`),
        code === 'not_found' ? 404 : 409,
      );
    }
    this.reports.push(`${what} ${id}`);
    promiseOf(into, id).resolve(report);
    return c.body(null, 204);
  }

  async #body<T>(c: Context, schema: v.GenericSchema<T>): Promise<T | null> {
    const result = v.safeParse(schema, await c.req.json());
    if (result.success) return result.output;
    this.#problems.push(`${c.req.path}: ${JSON.stringify(v.flatten(result.issues))}`);
    return null;
  }
}

function promiseOf<T>(
  map: Map<string, PromiseWithResolvers<T>>,
  id: string,
): PromiseWithResolvers<T> {
  const found = map.get(id) ?? Promise.withResolvers<T>();
  map.set(id, found);
  return found;
}
