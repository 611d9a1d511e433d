import { expect, test } from 'vitest';
import { mergeToolCalls } from './tool-calls.ts';

const piece = (more: object, text?: string, name?: string) => ({
  ...more,
  function: { ...(name && { name }), ...(text && { arguments: text }) },
});

test('pieces with an index belong to the call of that index, in any order', () => {
  const tools = mergeToolCalls();
  tools.add([piece({ index: 0, id: 'a' }, '', 'one'), piece({ index: 1, id: 'b' }, '', 'two')]);
  tools.add([piece({ index: 1 }, '{"x"')]);
  tools.add([piece({ index: 0 }, '{}'), piece({ index: 1 }, ':1}')]);
  expect(tools.calls()).toEqual([
    { id: 'a', type: 'function', function: { name: 'one', arguments: '{}' } },
    { id: 'b', type: 'function', function: { name: 'two', arguments: '{"x":1}' } },
  ]);
});

test('without an index, an id begins a call and what has none belongs to the call before', () => {
  const tools = mergeToolCalls();
  tools.add([piece({ id: 'a' }, '{', 'one')]);
  tools.add([piece({}, '}')]);
  tools.add([piece({ id: 'b' }, '{}', 'two')]);
  expect(tools.calls().map((call) => call['id'])).toEqual(['a', 'b']);
  expect(tools.calls()[0]).toMatchObject({ function: { arguments: '{}' } });
});

test('without an index, pieces that repeat their id belong together', () => {
  const tools = mergeToolCalls();
  tools.add([piece({ id: 'a' }, '{', 'one'), piece({ id: 'b' }, '{', 'two')]);
  tools.add([piece({ id: 'a' }, '}'), piece({ id: 'b' }, '}')]);
  expect(tools.calls()).toMatchObject([
    { id: 'a', function: { arguments: '{}' } },
    { id: 'b', function: { arguments: '{}' } },
  ]);
});

test('a call without an id gets one', () => {
  const tools = mergeToolCalls();
  tools.add([piece({ index: 0 }, '{}', 'one')]);
  expect(tools.calls()).toMatchObject([{ id: 'call_0' }]);
});
