import { canBoot } from '@hearth/testbed';
import type { Assignment, EndedReport } from '@hearth/wire';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';

import { ScopeLab } from './scope-lab.test.helper.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 180_000 });

const why = await canBoot();
const aloud = why === null ? '' : ` (SKIPPED: ${why})`;

/** One way to end: how many of the 200 runs take it, what they do, and what must be told of each. */
interface Way {
  readonly name: string;
  readonly runs: number;
  readonly script: string;
  readonly parts?: Partial<Assignment>;
  readonly ended: Partial<EndedReport>;
}

const DAEMON = 'trap "" TERM; echo >up; while :; do sleep 600; done';

const WAYS: readonly Way[] = [
  {
    name: 'success',
    runs: 52,
    script: 'echo it is done',
    ended: { outcome: 'exited', code: 0, evidence: null, output_bytes: 11, last_output: null },
  },
  {
    name: 'an exit code that a shell would take for a signal',
    runs: 32,
    script: 'echo no; exit 137',
    ended: { outcome: 'exited', code: 137, evidence: 'exited with code 137', last_output: 'no\n' },
  },
  {
    name: 'a crash',
    runs: 24,
    script: 'kill -SEGV $$',
    ended: { outcome: 'signalled', signal: 'SIGSEGV', evidence: 'ended by SIGSEGV' },
  },
  {
    name: 'a kill by a stranger',
    runs: 16,
    script: 'kill -KILL $$',
    ended: {
      outcome: 'signalled',
      signal: 'SIGKILL',
      evidence: 'ended by SIGKILL, which hearth did not send',
    },
  },
  {
    name: 'a timeout',
    runs: 20,
    script: 'sleep 600 & wait',
    parts: { timeout_seconds: 1 },
    ended: {
      outcome: 'timeout',
      signal: 'SIGTERM',
      evidence: expect.stringMatching(
        /^still running after its timeout of 1 s; SIGTERM at \S+Z; it ended \S+ s later, and at \S+Z nothing of it was left$/,
      ),
    },
  },
  {
    name: 'a SIGTERM that is ignored',
    runs: 16,
    script: 'trap "" TERM; while :; do sleep 600; done',
    parts: { timeout_seconds: 1, grace_seconds: 0.5 },
    ended: {
      outcome: 'timeout',
      signal: 'SIGKILL',
      evidence: expect.stringMatching(
        /SIGTERM at \S+Z; it did not end within 0\.5 s and was killed by SIGKILL at \S+Z, and at \S+Z nothing of it was left$/,
      ),
    },
  },
  {
    name: 'a fork bomb',
    runs: 4,
    script: `exec perl -e 'while (1) { fork // select undef, undef, undef, 0.2 }'`,
    parts: { timeout_seconds: 2, grace_seconds: 1 },
    ended: { outcome: 'timeout', evidence: expect.stringContaining('nothing of it was left') },
  },
  {
    name: 'grandchildren that stay',
    runs: 20,
    script: `rm -f up; mkfifo up; setsid sh -c '${DAEMON}' & read it <up`,
    parts: { grace_seconds: 0.3 },
    ended: {
      outcome: 'exited',
      code: 0,
      evidence: expect.stringMatching(/that it had left behind w/),
    },
  },
  {
    name: 'more memory than it may have',
    runs: 16,
    script: `perl -e 'my $x = "x" x 2e8; print "ate"'; exit 3`,
    parts: { memory_bytes: 2 ** 26 },
    ended: {
      outcome: 'oom',
      code: 3,
      evidence: expect.stringMatching(
        /^(killed by the kernel at 64 MiB of attempt|the kernel killed a process of it for memory; its limit is 64 MiB)/,
      ),
      output_bytes: expect.any(Number),
    },
  },
];

describe.skipIf(why !== null)(`many runs at once under a real systemd${aloud}`, () => {
  let lab: ScopeLab;
  let runs = 0;
  const give = (script: string, parts: Partial<Assignment> = {}): Assignment => {
    runs += 1;
    // Each is a job of its own, with a folder of its own.
    const job = `job-${runs}`;
    return lab.gateway.give({
      user: 'digest',
      run_id: runs,
      job,
      command: ['sh', '-c', script],
      ...parts,
    });
  };

  beforeAll(async () => {
    lab = await ScopeLab.open({ concurrency: 24 });
  });
  afterAll(() => lab?.[Symbol.asyncDispose]());

  afterEach(async () => {
    await lab.noProcess();
    await lab.untilBare();
  });

  test('200 runs end in every way that there is, and of each is told how, by proof; nothing of them is left', async () => {
    // Dealt in turn, so that what harms and what must not be harmed run side by side.
    const all = WAYS.flatMap((way) =>
      Array.from({ length: way.runs }, (_, index) => ({ way, turn: index / way.runs })),
    ).toSorted((a, b) => a.turn - b.turn);
    expect(all).toHaveLength(200);
    const given = all.map(({ way }) => ({ way, run: give(way.script, way.parts) }));
    const wrong: unknown[] = [];
    await Promise.all(
      given.map(async ({ way, run }) => {
        const ended = await lab.gateway.ended(run);
        try {
          expect(ended).toMatchObject(way.ended);
        } catch {
          wrong.push({ way: way.name, ended });
        }
      }),
    );
    expect(wrong).toEqual([]);
    expect(lab.gateway.reports.filter((one) => one.startsWith('ended'))).toHaveLength(200);
  });

  test('20 runs outlive their runner, which is killed: all are found, with their codes and their whole output', async () => {
    const gates = await Promise.all(Array.from({ length: 20 }, () => lab.gate()));
    const given = gates.map((gate, code) => ({
      gate,
      code,
      run: give(`echo one; cat ${gate}; echo two; exit ${code}`),
    }));
    await Promise.all(given.map(({ run }) => lab.gateway.started(run)));
    await lab.kill();
    // Half of them end while no runner is there.
    for (const { gate, run } of given.slice(0, 10)) {
      await lab.release(gate);
      await lab.exit(run);
    }
    const found = lab.gateway.claimed(({ running }) => running.length > 0);
    await lab.start();
    expect((await found).running).toHaveLength(20);
    for (const { gate } of given.slice(10)) await lab.release(gate);
    for (const { run, code } of given) {
      expect(await lab.gateway.ended(run)).toMatchObject({ outcome: 'exited', code });
      expect(await lab.output(run)).toBe('one\ngo\ntwo\n');
    }
  });
});
