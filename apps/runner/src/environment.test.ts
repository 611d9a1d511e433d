import { expect, test } from 'vitest';

import { encodeEnvironment, plainBasics, supervisorEnvironment } from './environment.ts';

test('of its own environment the runner passes on six things, and has a word for each that is missing', () => {
  const own = {
    HOME: '/home/me',
    PATH: '/bin',
    LANG: 'de_DE.UTF-8',
    USER: 'me',
    LOGNAME: 'me',
    SHELL: '/bin/zsh',
    SECRET: 'x',
  };
  expect(plainBasics(own)).toEqual({
    HOME: '/home/me',
    PATH: '/bin',
    LANG: 'de_DE.UTF-8',
    USER: 'me',
    LOGNAME: 'me',
    SHELL: '/bin/zsh',
  });
  expect(Object.keys(plainBasics({})).sort()).toEqual([
    'HOME',
    'LANG',
    'LOGNAME',
    'PATH',
    'SHELL',
    'USER',
  ]);
  expect(supervisorEnvironment(own)).toEqual({ PATH: '/bin', LANG: 'C.UTF-8' });
});

test('an environment is names and values with NULs between, and one more at the end', () => {
  expect(encodeEnvironment({ A: 'b=c', EMPTY: '' })).toEqual({
    bytes: Buffer.from('A=b=c\0EMPTY=\0\0'),
  });
});

test.each([{ 'A=B': 'x' }, { '': 'x' }, { 'A\0': 'x' }])(
  'a name that is none is a fault: %j',
  (environment) => {
    expect(encodeEnvironment(environment)).toHaveProperty('fault');
  },
);
