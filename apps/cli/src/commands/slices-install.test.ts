import { systemdRuns } from '@hearth/slices';
import { temporaryFolder } from '@hearth/test-kit';
import { expect, test } from 'vitest';

import { hearth } from '../house.test.helper.ts';
import { EXAMPLE } from '../up/places.ts';

// What it does on a machine with systemd is tried with the runner, in one that is booted for it.
test.skipIf(systemdRuns())(
  'where systemd does not run the machine nothing is installed, and the answer says what to do instead',
  async () => {
    const { code, err } = await hearth('slices', 'install', '--manifest', EXAMPLE);
    expect(code).toBe(1);
    expect(err).toBe(
      'hearth: systemd does not run this machine; install on the machine whose runner it is, or write the files with "hearth slices write DIR"\n',
    );
  },
);

test('a manifest that is wrong installs nothing', async () => {
  await using empty = await temporaryFolder();
  const { code, out } = await hearth('slices', 'install', '--manifest', empty.path);
  expect(code).toBe(1);
  expect(out).toContain('the folder holds no manifest');
});
