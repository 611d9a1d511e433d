import { getConnInfo } from '@hono/node-server/conninfo';
import type { Right } from '@hearth/manifest';
import { StorageError } from '@hearth/queue';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { MiddlewareHandler } from 'hono';

import { ApiError } from './api-error.ts';
import { keyOf } from './bearer.ts';
import { identify, type Identities } from './caller.ts';
import type { Env, Request } from './env.ts';
import { isForeignOrigin, isKnownHost, isLoopback } from './guard.ts';
import { MOST_BYTES } from './read-body.ts';

/** What the frame around the routes needs. */
export interface FrameOptions {
  readonly identities: Identities;
  /** Told of errors that are nobody's request's fault. */
  readonly log: (line: string) => void;
}

/**
 * The frame of hearth's own API: who may come in, what an error looks like. Routes are added under `/hearth/v1` by
 * whoever calls it; each says with {@link may} which right it takes.
 */
export function createFrame({ identities, log }: FrameOptions): Hono<Env> {
  const app = new Hono<Env>();
  app.onError((error, context) => {
    if (error instanceof ApiError) return context.json(error.body, error.status);
    if (error instanceof StorageError) {
      log(`${context.req.method} ${context.req.path} was refused: ${error.message}`);
      const { body, status } = new ApiError('unavailable', error.message, error.hint);
      return context.json(body, status);
    }
    log(`error: ${context.req.method} ${context.req.path}: ${error.stack ?? error.message}`);
    const internal = new ApiError('internal', 'the gateway failed; its log says how');
    return context.json(internal.body, internal.status);
  });
  app.notFound((context) => {
    const message = `there is no ${context.req.method} ${context.req.path}`;
    const { body, status } = new ApiError(
      'not_found',
      message,
      'GET /openapi.json lists what there is',
    );
    return context.json(body, status);
  });
  app.use(checkHost(identities));
  const guards = [checkOrigin, whoIsAsking(identities), limit] as const;
  for (const path of ['/hearth/v1/*', '/metrics']) app.use(path, ...guards);
  return app;
}

/** Refuses the request unless its caller has `right`. */
export function may(right: Right): MiddlewareHandler<Env> {
  return async (context, next) => {
    const caller = context.get('caller');
    if (!caller.rights.includes(right)) {
      throw new ApiError(
        'forbidden',
        `${caller.label} may not do this: it takes the right "${right}"`,
        `give the consumer \`can: [${right}]\` in the manifest`,
      );
    }
    await next();
  };
}

/** Refuses the request unless it comes from the runner that the path names; in a house without runners' keys, from this machine. */
export const isRunner: MiddlewareHandler<Env> = async (context, next) => {
  const { runner, label, rights } = context.get('caller');
  const named = context.req.param('name');
  const isLocal = runner === null && label === 'local' && rights.includes('operate');
  if (runner !== named && !isLocal) {
    throw new ApiError('forbidden', `${label} is not the runner "${named}"`);
  }
  await next();
};

const limit = bodyLimit({
  maxSize: MOST_BYTES,
  onError: () => {
    throw new ApiError('too_large', `the body has more than ${MOST_BYTES} bytes`);
  },
});

function checkHost({ manifest }: Identities): MiddlewareHandler<Env> {
  return async (context, next) => {
    const host = context.req.header('host');
    if (!isKnownHost(host, manifest.hosts)) {
      throw new ApiError(
        'forbidden',
        `this house is not called "${host ?? ''}"`,
        'add the name to `hosts:` in the manifest',
      );
    }
    await next();
  };
}

const checkOrigin: MiddlewareHandler<Env> = async (context, next) => {
  if (isForeignOrigin(context.req.header('origin'), context.req.header('host'))) {
    throw new ApiError('forbidden', 'a web page of another origin may not use this API');
  }
  await next();
};

function whoIsAsking(identities: Identities): MiddlewareHandler<Env> {
  return async (context, next) => {
    const key = keyOf((header) => context.req.header(header));
    const caller = identify(key, isLoopback(remote(context)), identities);
    if (caller === null) {
      throw new ApiError(
        'unauthorized',
        key === null ? 'this takes a key' : 'nobody holds this key',
        'send Authorization: Bearer KEY; `hearth key new NAME` makes one',
      );
    }
    context.set('caller', caller);
    await next();
  };
}

function remote(context: Request): string | undefined {
  return getConnInfo(context).remote.address;
}
