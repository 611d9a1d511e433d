import { expect, test } from 'vitest';
import { createItems } from './items.ts';

const ADDED = 'response.output_item.added';
const DELTA = 'response.output_text.delta';

test('an event belongs to the item of its index, else of its id, else to the newest', () => {
  const items = createItems();
  items.take(ADDED, { output_index: 0, item: { id: 'a', type: 'message' } });
  items.take(ADDED, { output_index: 1, item: { id: 'b', type: 'message' } });
  items.take(DELTA, { output_index: 0, item_id: 'b', delta: 'index ' });
  items.take(DELTA, { item_id: 'a', delta: 'id' });
  items.take(DELTA, { delta: 'newest' });
  expect(items.all.map(({ value }) => value['content'])).toEqual([
    [{ type: 'output_text', text: 'index id', annotations: [], logprobs: [] }],
    [{ type: 'output_text', text: 'newest', annotations: [], logprobs: [] }],
  ]);
});

test('an item that is only told when it is done is taken whole', () => {
  const items = createItems();
  items.take('response.output_item.done', { item: { id: 'a', type: 'web_search_call' } });
  items.take('response.output_item.done', { item: { id: 'b', type: 'message' } });
  expect(items.all).toMatchObject([
    { index: 0, done: true, value: { id: 'a' } },
    { index: 1, done: true, value: { id: 'b' } },
  ]);
});

test('each kind of delta goes to its own field', () => {
  const items = createItems();
  items.take(ADDED, { item: { id: 'f', type: 'function_call', arguments: '' } });
  items.take('response.function_call_arguments.delta', { delta: '{"a":' });
  items.take('response.function_call_arguments.delta', { delta: '1}' });
  items.take(ADDED, { item: { id: 'r', type: 'reasoning', summary: [] } });
  items.take('response.reasoning_summary_text.delta', { summary_index: 0, delta: 'one' });
  items.take('response.reasoning_summary_text.delta', { summary_index: 1, delta: 'two' });
  items.take('response.reasoning_text.delta', { content_index: 0, delta: 'raw' });
  items.take(ADDED, { item: { id: 'm', type: 'message', content: [] } });
  items.take('response.refusal.delta', { content_index: 0, delta: 'no' });
  expect(items.all.map(({ value }) => value)).toMatchObject([
    { arguments: '{"a":1}' },
    {
      summary: [{ text: 'one' }, { text: 'two' }],
      content: [{ type: 'reasoning_text', text: 'raw' }],
    },
    { content: [{ type: 'refusal', refusal: 'no' }] },
  ]);
});

test('the events themselves are not changed', () => {
  const part = { type: 'output_text', text: '' };
  const items = createItems();
  items.take(ADDED, { item: { id: 'm', type: 'message', content: [] } });
  items.take('response.content_part.added', { part });
  items.take(DELTA, { delta: 'x' });
  expect(part.text).toBe('');
});
