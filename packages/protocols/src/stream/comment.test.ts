import { createParser } from 'eventsource-parser';
import { expect, test } from 'vitest';
import { decode, protocolAt } from '../fixtures.test.support.ts';
import { comment } from './comment.ts';

test('a comment is a whole SSE event that holds no data, however many lines the text has', () => {
  const comments: string[] = [];
  const events: unknown[] = [];
  const parser = createParser({
    onComment: (text) => comments.push(text),
    onEvent: (event) => events.push(event),
  });
  parser.feed(decode(comment('queued, 3 before you\r\ndata: no\n: x\rlast')));
  expect(comments).toEqual(['queued, 3 before you', 'data: no', ': x', 'last']);
  expect(events).toEqual([]);
  expect(decode(comment('a'))).toBe(': a\n\n');
});

test('only SSE has comments', () => {
  expect(protocolAt('/v1/messages').comment('a')).toEqual(comment('a'));
  expect(protocolAt('/api/chat').comment('a')).toBeNull();
  expect(protocolAt('/v1/embeddings').comment('a')).toBeNull();
});
