import { describe, expect, test } from 'vitest';

import { noteMemory } from './at-rest.ts';
import type { Scene } from './scene.ts';
import { BUNDLES, HOUSE, UP } from './small-house.ts';

/** What the runner may take while nothing runs, in MiB: a share of a small machine that leaves it usable. */
const RUNNER_MEBIBYTES = 65;

/** Installation by the operator's page, and what it takes at rest. */
export function installation(scene: Scene): void {
  describe('installed as the page for operators says', () => {
    test('each app is unpacked and put into place by one command, and the house is declared', async () => {
      const { house, report } = scene;
      for (const app of ['gateway', 'runner', 'cli']) await install(scene, app);
      await house.shell(`cp ${HOUSE}/house.yaml /etc/hearth/house.yaml`);
      expect(await house.hearth('check')).toMatchObject({ code: 0, stderr: '' });
      expect(await house.hearth('slices', 'install')).toMatchObject({ code: 0, stderr: '' });
      // systemd kills what does not end within 150 s.
      await house.shell('systemctl restart hearth-gateway hearth-runner', { timeoutSeconds: 240 });
      const about = '. /etc/os-release; echo "$PRETTY_NAME"; uname -r; systemctl --version';
      const [system = '', kernel = '', systemd = ''] = (await house.shell(about)).split('\n');
      report.note('machine', `${system}, Linux ${kernel}, ${systemd}, 1 GiB, cgroup v2`);
    });

    test('both units are up, and have not had to be started again', async () => {
      const { house } = scene;
      expect(await house.services()).toEqual({ gateway: UP, runner: UP });
      expect(await house.shell('systemctl is-system-running')).toBe('running\n');
    });

    test('both ended when they were told to, and were not killed', async () => {
      const { machine } = scene.house;
      expect(await machine.journal('hearth-gateway')).not.toContain('timed out');
      expect(await machine.journal('hearth-runner')).not.toContain('timed out');
    });

    test('hearth doctor finds nothing wrong', async () => {
      const { code, stdout, stderr } = await scene.house.hearth('doctor');
      scene.report.progress(stdout);
      expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: expect.any(String), stderr: '' });
    });

    test('hearth run carries a job out', async () => {
      expect(await scene.house.hearth('run', 'hello', '--wait')).toEqual({
        code: 0,
        stdout: 'good morning\n',
        stderr: expect.stringContaining('succeeded'),
      });
      expect(await scene.house.leftovers()).toEqual([]);
    });

    test('what gateway and runner take at rest is known, and the runner takes no more than its share', async () => {
      const { runner } = await noteMemory(scene, 'at rest');
      expect(runner).toBeLessThanOrEqual(RUNNER_MEBIBYTES);
    });
  });
}

async function install({ house, report }: Scene, app: string): Promise<void> {
  const said = await house.shell(
    `cd ${BUNDLES}
     archive=$(echo hearth-${app}-*.tar.gz) folder=\${archive%.tar.gz}
     tar -xzf "$archive"
     "$folder/install"
     rm -r "$archive" "$folder"`,
    { timeoutSeconds: 240 },
  );
  report.progress(said.trim());
}
