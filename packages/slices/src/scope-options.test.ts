import { expect, test } from 'vitest';

import { FakeMachine } from './machine.test.helper.ts';
import { scopeOptions } from './scope-options.ts';

test.each([
  ['systemd 243 (243.1)', '\n', [], false, ['systemd 243 cannot end a scope after a time']],
  ['systemd 249 (249.11-0ubuntu3)', '\n', [], true, []],
  ['systemd 252 (252.5)', '\n', [], true, ['systemd 252 has no OOMPolicy of scopes']],
  ['systemd 252 (252.39-1~deb12u2)', 'stop\n', ['--property=OOMPolicy=continue'], true, []],
  [
    'systemd 257 (257.13-1~deb13u1)',
    'stop\n',
    ['--expand-environment=no', '--property=OOMPolicy=continue'],
    true,
    [],
  ],
])(
  '%s is given no option that it does not know',
  async (version, policy, words, backstop, lost) => {
    await using machine = await FakeMachine.open();
    Object.assign(machine, { version, policy });
    expect(await scopeOptions(machine)).toEqual({
      version: Number(version.slice(8, 11)),
      words,
      backstop,
      lost: lost.map((start) => expect.stringContaining(start)),
    });
  },
);
