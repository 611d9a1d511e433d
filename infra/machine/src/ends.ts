import type { Run } from '@hearth/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Scene } from './scene.ts';

/** The jobs that are carried out at once: the last three outgrow the 60 MiB of their class. */
const JOBS = [
  'hello',
  'code',
  'crash',
  'slow',
  'stubborn',
  'daemon',
  'parent',
  'child',
  'forgiving',
];

/** Jobs that end in every way, beside one that lives on. */
export function ends(scene: Scene): void {
  describe('jobs that end in every way, three of them at the 60 MiB of their class', () => {
    let runs: Map<string, Run>;
    let neighbour: Promise<Map<string, Run>>;
    const newest = (job: string) => runs.get(job)?.attempts.at(-1);

    // The neighbour is of the class of those three, and runs from before the first of all until after the last.
    beforeAll(async () => {
      const { house } = scene;
      await house.shell('mkfifo --mode=666 /run/neighbour');
      neighbour = house.runs('neighbour');
      neighbour.catch(() => {});
      // The brackets keep it from finding itself.
      await house.until(`grep --quiet --null-data '[r]ead word' /proc/[0-9]*/cmdline 2>/dev/null`);
      runs = await house.runs(...JOBS);
    });
    afterAll(() => scene.house.shell('rm -f /run/neighbour'));

    test('each is told with its own outcome', () => {
      const seen = [...runs].map(([job, { state, outcome }]) => {
        const { code, signal } = newest(job) ?? {};
        return [job, { state, outcome, code, signal }];
      });
      expect(Object.fromEntries(seen)).toEqual({
        hello: { state: 'succeeded', outcome: 'exited', code: 0, signal: null },
        code: { state: 'dead', outcome: 'exited', code: 7, signal: null },
        crash: { state: 'dead', outcome: 'signalled', code: null, signal: 'SIGSEGV' },
        slow: { state: 'dead', outcome: 'timeout', code: null, signal: 'SIGTERM' },
        stubborn: { state: 'dead', outcome: 'timeout', code: null, signal: 'SIGKILL' },
        daemon: { state: 'succeeded', outcome: 'exited', code: 0, signal: null },
        parent: { state: 'dead', outcome: 'oom', code: null, signal: 'SIGKILL' },
        child: { state: 'dead', outcome: 'oom', code: 5, signal: null },
        forgiving: { state: 'succeeded', outcome: 'exited', code: 0, signal: null },
      });
    });

    test('each is told with its evidence', () => {
      for (const [job, { outcome }] of runs) {
        scene.report.note(
          `end of ${job}`,
          [outcome, newest(job)?.evidence ?? []].flat().join(': '),
        );
      }
      expect(newest('code')?.evidence).toContain('code 7');
      expect(newest('crash')?.evidence).toContain('SIGSEGV');
      expect(newest('slow')?.evidence).toContain('timeout of 2 s');
      expect(newest('stubborn')?.evidence).toContain('killed by SIGKILL');
      expect(newest('daemon')?.evidence).toContain('left behind');
    });

    test('what outgrew its class was killed at the limit of its own attempt, and its end says so', () => {
      const { id, evidence, last_output } = newest('parent') ?? {};
      expect(evidence).toBe(
        `killed by the kernel at 60 MiB of attempt ${id}: a process of it (perl)`,
      );
      expect(last_output).toBeNull();
    });

    test('a child that outgrew it was killed, its parent lived on, and its end says so', () => {
      const { id, evidence, last_output } = newest('child') ?? {};
      expect(evidence).toContain(`killed by the kernel at 60 MiB of attempt ${id}`);
      expect(last_output).toContain('the parent lives on');
    });

    test('a job that calls itself done after it lost a child is done, and its evidence tells of the child', () => {
      const { id, evidence } = newest('forgiving') ?? {};
      expect(evidence).toContain(`killed by the kernel at 60 MiB of attempt ${id}`);
    });

    test('their neighbour in the same class lived to its own good end', async () => {
      const { house } = scene;
      await house.shell('echo "a good end" >/run/neighbour');
      expect((await neighbour).get('neighbour')).toMatchObject({
        state: 'succeeded',
        attempts: [{ outcome: 'exited', code: 0, evidence: null }],
      });
    });

    test('no process and no unit of any is left', async () => {
      expect(await scene.house.leftovers()).toEqual([]);
    });
  });
}
