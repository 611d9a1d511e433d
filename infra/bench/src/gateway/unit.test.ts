import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { readUnit } from './unit.ts';

const FILE = new URL('../../../systemd/hearth-gateway.service', import.meta.url);

test('the flags before the program and the variables are read, and nothing else', () => {
  const text = `
[Service]
# ExecStart=/usr/bin/node --old gone.js
EnvironmentFile=-/etc/default/thing
Environment=ONE=1 TWO=a=b
Environment=THREE=
ExecStart=/opt/thing/node --first --second=2 /opt/thing/main.js --its-own
`;
  expect(readUnit(text)).toEqual({
    flags: ['--first', '--second=2'],
    env: { ONE: '1', TWO: 'a=b', THREE: '' },
  });
});

test.each(['[Service]\n', 'ExecStart=/bin/sh run.sh\n', 'ExecStart=/usr/bin/node --version\n'])(
  'a unit that runs no program of Node is refused: %j',
  (text) => {
    expect(() => readUnit(text)).toThrow('starts no program of Node');
  },
);

test('this Node knows every flag of the unit: with one that it does not know it would not start at all', () => {
  const { flags, env } = readUnit(readFileSync(FILE, 'utf8'));
  expect(flags.length).toBeGreaterThan(0);
  const { status, stderr } = spawnSync(process.execPath, [...flags, '-e', ''], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
