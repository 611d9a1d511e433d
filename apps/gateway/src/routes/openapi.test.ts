import { expect, test } from 'vitest';

import { CLASSES, startGateway } from '../gateway.test.helper.ts';
import { ROUTES } from './table.ts';

const HOUSE = `${CLASSES}
jobs:
  digest: { class: light, command: [/bin/true], timeout: 1m }
`;

test('the description names every route with what it takes and what it answers', async () => {
  await using gateway = await startGateway(HOUSE);
  const response = await fetch(`${gateway.url}/openapi.json`);
  const { openapi, paths } = (await response.json()) as {
    openapi: string;
    paths: Record<string, Record<string, { requestBody?: unknown; responses: object }>>;
  };
  expect(openapi).toBe('3.1.0');
  expect(Object.values(paths).flatMap((path) => Object.keys(path))).toHaveLength(ROUTES.length);
  expect(paths['/hearth/v1/runs']?.['post']).toMatchObject({
    requestBody: { content: { 'application/json': { schema: { required: ['job'] } } } },
    responses: { 201: { content: { 'application/json': { schema: { type: 'object' } } } } },
  });
  expect(paths['/hearth/v1/runs/{id}/log']?.['get']).toMatchObject({
    parameters: [{ name: 'id', in: 'path' }, { name: 'follow' }],
  });
});
