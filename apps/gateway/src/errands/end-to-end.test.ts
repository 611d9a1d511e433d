import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, watch, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { temporaryFolder } from '@hearth/test-kit';
import { expect, test, vi } from 'vitest';

import { CLASSES, startGateway, type TestGateway } from '../gateway.test.helper.ts';

// Real processes take their time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

const RUNNER = fileURLToPath(new URL('../../../runner/src/main.ts', import.meta.url));

/** The real runner, in a process of its own, with plain processes. */
async function startRunner(gateway: TestGateway): Promise<AsyncDisposable> {
  const folder = await temporaryFolder();
  const manifest = join(gateway.data, '..', 'manifest');
  const options = ['--plain', '--stop-jobs', '--name=pi', `--manifest=${manifest}`];
  const child = spawn(
    process.execPath,
    ['-C', '@hearth/source', RUNNER, ...options, `--data=${folder.path}`, `--url=${gateway.url}`],
    // By the channel it notices that this process is gone, and ends.
    { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
  );
  const exit = once(child, 'exit');
  return {
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await exit;
      await folder[Symbol.asyncDispose]();
    },
  };
}

test('a command probe that a real runner looks at parks a run, lets it go and excuses its failure', async () => {
  await using folder = await temporaryFolder();
  const mains = join(folder.path, 'mains');
  await using gateway = await startGateway(`${CLASSES}
jobs:
  backup: { class: light, command: [sh, -c, "rm ${mains}; exit 1"], timeout: 1m, needs: [ups] }
probes:
  ups: { command: [./ups, ${mains}], every: 1s, timeout: 900ms, down_after: 1 }
`);
  await writeFile(
    join(gateway.data, '..', 'manifest', 'ups'),
    '#!/bin/sh\ntest -e "$1" || { echo on battery >&2; exit 3; }\n',
    { mode: 0o755 },
  );
  await using _runner = await startRunner(gateway);
  const { run } = await gateway.client.runs.enqueue({ job: 'backup' });
  await gateway.logged('probe ups is down: exit code 3: on battery');
  expect(await gateway.client.runs.show(run.id)).toMatchObject({ state: 'parked', attempts: [] });
  const started = gateway.logged(`run ${run.id} (backup) has started`);
  await writeFile(mains, '');
  await started;
  await gateway.logged('while probe ups is down (exit code 3: on battery)');
  expect(await gateway.client.runs.show(run.id)).toMatchObject({ failures: 0, interruptions: 1 });
});

test('a notice command that a real runner starts finds the notice on its standard input', async () => {
  await using folder = await temporaryFolder();
  const program = join(folder.path, 'tell-me');
  const told = join(folder.path, 'told');
  await writeFile(program, `#!/bin/sh\ncat /dev/stdin > ${told}.part\nmv ${told}.part ${told}\n`, {
    mode: 0o755,
  });
  const changes = watch(folder.path, { signal: AbortSignal.timeout(25_000) });
  await using gateway = await startGateway(`${CLASSES}
jobs:
  digest: { class: light, command: [/bin/false], timeout: 1m, retry: { attempts: 1 } }
notify: { command: [${program}] }
`);
  await using _runner = await startRunner(gateway);
  const { run } = await gateway.client.runs.enqueue({ job: 'digest' });
  for await (const { filename } of changes) if (filename === 'told') break;
  expect(JSON.parse(await readFile(told, 'utf8'))).toMatchObject({
    key: `dead:${run.id}`,
    title: 'digest is dead',
  });
});
