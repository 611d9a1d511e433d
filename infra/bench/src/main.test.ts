import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

const main = fileURLToPath(new URL('main.ts', import.meta.url));

test('a bench that there is not is a wrong use, and the answer names those that there are', () => {
  const { status, stderr } = spawnSync(process.execPath, ['-C', '@hearth/source', main, 'quueue'], {
    encoding: 'utf8',
  });
  expect(status).toBe(2);
  expect(stderr).toContain('Choose one of these: queue, gateway, runner, all');
});
