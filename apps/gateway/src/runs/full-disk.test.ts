import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { temporaryFolder } from '@hearth/test-kit';
import { expect, test } from 'vitest';

import { claimOne, CLASSES, end, startGateway } from '../gateway.test.helper.ts';

const HOUSE = `${CLASSES}
jobs:
  digest: { class: light, command: [/bin/true], timeout: 1m }
`;

/** Only root may mount a disk that is small enough to be filled. */
const isRoot = process.getuid?.() === 0;

test.skipIf(!isRoot)(
  'a full disk is said, nothing acknowledged is lost, and work goes on when there is room',
  async () => {
    await using folder = await temporaryFolder();
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder.path]);
    try {
      await using gateway = await startGateway(HOUSE, join(folder.path, 'data'));
      const { client } = gateway;
      const { run } = await client.runs.enqueue({ job: 'digest' });
      fillUp(folder.path);
      const refused = await refusal(client);
      expect(refused).toMatchObject({ code: 'unavailable', status: 503 });
      expect(refused.hint).toContain('Free some space');
      expect(await client.runs.show(run.id)).toMatchObject({ state: 'ready' });

      rmSync(join(folder.path, 'filler'));
      const attempt = await claimOne(client);
      expect(attempt.run_id).toBe(run.id);
      await client.runner.ended('pi', attempt.attempt_id, end(attempt));
      expect(await client.runs.show(run.id)).toMatchObject({ state: 'succeeded' });
    } finally {
      execFileSync('umount', [folder.path]);
    }
  },
);

/** Writes until nothing more fits. */
function fillUp(folder: string): void {
  for (let size = 1_000_000; size >= 1; size = Math.floor(size / 2)) {
    try {
      writeFileSync(join(folder, 'filler'), Buffer.alloc(size), { flag: 'a' });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    }
  }
}

/** Enqueues until it is refused: the log may still have some room of its own. */
async function refusal(
  client: Awaited<ReturnType<typeof startGateway>>['client'],
): Promise<{ code: string; status: number; hint: string }> {
  for (;;) {
    try {
      await client.runs.enqueue({ job: 'digest' });
    } catch (error) {
      return error as { code: string; status: number; hint: string };
    }
  }
}
