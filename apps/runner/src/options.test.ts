import { expect, test } from 'vitest';

import { readOptions } from './options.ts';

test('a runner that is told nothing works as on the small box', () => {
  const parsed = readOptions([], {});
  expect(parsed).toMatchObject({
    kind: 'options',
    options: {
      url: 'http://127.0.0.1:4327',
      key: undefined,
      data: '/var/lib/hearth',
      manifest: '/etc/hearth',
      plain: false,
      stopJobs: false,
    },
  });
});

test('a flag is stronger than its variable, and an empty variable is none', () => {
  const env = { HEARTH_URL: 'http://a', HEARTH_DATA: '/a', HEARTH_MANIFEST: '', HEARTH_KEY: 'k' };
  expect(readOptions(['--name', 'pi', '--data=/b', '--plain'], env)).toMatchObject({
    options: {
      name: 'pi',
      url: 'http://a',
      key: 'k',
      data: '/b',
      manifest: '/etc/hearth',
      plain: true,
    },
  });
});

test.each([[['--plan']], [['--plain', '--scopes']], [['extra']], [['--name']]])(
  '%j is wrong use',
  (argv) => {
    expect(readOptions(argv, {})).toMatchObject({ kind: 'wrong' });
  },
);
