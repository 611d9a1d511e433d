import type { Route } from '../http/env.ts';
import type { RouteEntry } from './entry.ts';
import { ROUTES } from './table.ts';

/** `GET /openapi.json`: what this API takes and answers, made from the same list that serves it. */
export function openapi(version: string): Route {
  return async (context) => {
    // Whoever asks is a person with a tool, once in a while: nothing of it is loaded or kept before.
    const { toJsonSchema } = await import('@valibot/to-json-schema');
    const schema = (of: NonNullable<RouteEntry['body']>): object => {
      const { $schema: _, ...rest } = toJsonSchema(of, { errorMode: 'ignore', typeMode: 'input' });
      return rest;
    };
    const paths: Record<string, Record<string, object>> = {};
    for (const entry of ROUTES) {
      const path = `/hearth/v1${entry.path.replaceAll(/:(\w+)/g, '{$1}')}`;
      paths[path] = { ...paths[path], [entry.method]: operation(entry, schema) };
    }
    return context.json({
      openapi: '3.1.0',
      info: { title: 'hearth', version, license: { name: 'MIT' } },
      components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
      security: [{}, { key: [] }],
      paths,
    });
  };
}

function operation(
  { summary, right, path, query = [], body, status = 200, answer }: RouteEntry,
  schema: (of: NonNullable<RouteEntry['body']>) => object,
): object {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
  const text = { type: 'string' };
  return {
    summary,
    description: right === 'runner' ? 'For the runner of the path.' : `Takes the right "${right}".`,
    parameters: [
      ...names.map((name) => ({ name, in: 'path', required: true, schema: text })),
      ...query.map((name) => ({ name, in: 'query', schema: text })),
    ],
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: content(schema(body)) } }),
    responses: {
      [status]: {
        description: 'Done',
        ...(answer === undefined
          ? {}
          : {
              content:
                answer === 'text' ? { 'text/plain': { schema: text } } : content(schema(answer)),
            }),
      },
      default: { description: 'An error, with a stable code, a message and a hint' },
    },
  };
}

function content(schema: object): object {
  return { 'application/json': { schema } };
}
