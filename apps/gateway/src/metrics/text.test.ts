import { expect, test } from 'vitest';

import { metricsText } from './text.ts';

test('a family has its help, its type and a line for each figure', () => {
  const samples = [{ value: 3 }, { labels: { who: 'a', of: 'b' }, value: 0.25 }];
  const family = { name: 'x_total', help: 'How many.', type: 'counter', samples } as const;
  expect(metricsText([family])).toBe(
    '# HELP x_total How many.\n# TYPE x_total counter\nx_total 3\nx_total{who="a",of="b"} 0.25\n',
  );
});

test('whatever a name holds, it stays inside its quotes', () => {
  const samples = [{ labels: { model: 'a"b\\c\nd' }, value: 1 }];
  const text = metricsText([{ name: 'x', help: 'a\nb', type: 'gauge', samples }]);
  expect(text).toContain('# HELP x a\\nb\n');
  expect(text).toContain('x{model="a\\"b\\\\c\\nd"} 1\n');
});
