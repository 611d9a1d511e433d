import { tokens } from '@hearth/words';
import { expect, test } from 'vitest';
import type { Kind } from './kinds.ts';
import { startMachine } from './start-machine.ts';
import { getJson } from './talk.ts';

const MODELS = [{ name: 'tiny', context: tokens(1000) }, { name: 'other' }];

test.for<readonly [Kind, object]>([
  ['vllm', { id: 'tiny', owned_by: 'vllm', max_model_len: 1000 }],
  ['llama.cpp', { id: 'tiny', owned_by: 'llamacpp', meta: { n_ctx_train: 4000 } }],
  ['ollama', { id: 'tiny', object: 'model' }],
])('%s lists its models with the window that it tells there', async ([kind, first]) => {
  await using machine = await startMachine({ kind, models: MODELS });
  expect(await getJson(machine, '/v1/models')).toMatchObject({
    object: 'list',
    data: [first, { id: 'other' }],
  });
});

test('LM Studio tells what is loaded, and with what window only on its newer route', async () => {
  await using machine = await startMachine({ kind: 'lmstudio', models: MODELS });
  expect(await getJson(machine, '/api/v0/models')).toMatchObject({
    data: [
      { id: 'tiny', state: 'loaded', max_context_length: 4000 },
      { id: 'other', state: 'not-loaded' },
    ],
  });
  expect(await getJson(machine, '/api/v1/models')).toMatchObject({
    models: [
      { key: 'tiny', loaded_instances: [{ config: { context_length: 1000, parallel: 1 } }] },
      { key: 'other', loaded_instances: [] },
    ],
  });
});
