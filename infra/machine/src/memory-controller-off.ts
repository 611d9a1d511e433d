import { beforeAll, describe, expect, test } from 'vitest';

import type { Scene } from './scene.ts';

/** What is to be added to the kernel's command line. */
const LINE = 'cgroup_enable=memory';
/** Where a Pi has that line, and what stands there. */
const PLACE = '/boot/firmware/cmdline.txt';
const BEFORE = 'console=serial0,115200 root=PARTUUID=0a1b2c3d-02 rootfstype=ext4 rootwait';

/** A Pi as it comes out of the box: systemd takes every limit of memory, shows it, and holds nothing to it. */
export function memoryControllerOff(scene: Scene): void {
  describe('booted with cgroup_disable=memory', () => {
    beforeAll(async () => {
      const { machine } = scene.house;
      await machine.writeFile(PLACE, `${BEFORE}\n`);
      await machine.shutDown();
      await machine.boot({ kernelOptions: ['cgroup_disable=memory'] });
      expect((await machine.readFile('/sys/fs/cgroup/cgroup.controllers')).toString()).not.toMatch(
        /\bmemory\b/,
      );
    });

    test('hearth doctor says so, with what to add to which line', async () => {
      const { code, stdout } = await scene.house.hearth('doctor');
      scene.report.progress(stdout);
      expect({ code, stdout }).toEqual({
        code: 1,
        stdout: expect.stringContaining('memory controller'),
      });
      expect(stdout).toContain(PLACE);
      expect(stdout).toContain(`${BEFORE} ${LINE}`);
      scene.report.note(
        'memory controller off',
        stdout
          .split('\n')
          .find((line) => line.includes(LINE))
          ?.trim() ?? '',
      );
    });

    test('the log of the runner says so', async () => {
      const { machine } = scene.house;
      await machine.untilLogged('hearth-runner', LINE);
      expect(await machine.journal('hearth-runner')).toContain('memory controller');
    });

    test('no class is served, and hearth why says why', async () => {
      const { house } = scene;
      const asked = await house.hearth('run', 'hello');
      const id = /run (\d+)/i.exec(asked.stdout)?.[1] ?? asked.stderr;
      const { stdout } = await house.hearth('why', id);
      scene.report.progress(stdout);
      expect(stdout).toContain('memory controller');
      expect(stdout).toContain(LINE);
      expect((await house.runs(id)).get('hello')).toMatchObject({ state: 'ready', attempts: [] });
      expect(await house.leftovers()).toEqual([]);
    });
  });
}
