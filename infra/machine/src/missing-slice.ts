import { describe, expect, test } from 'vitest';

import type { Scene } from './scene.ts';

const UNIT = '/etc/systemd/system/hearth-bare.slice';

/** A class whose slice unit is not there: systemd would make it one without any limit, and say nothing. */
export function missingSlice(scene: Scene): void {
  describe('a class without its slice unit', () => {
    let id: number;

    test('is not served, and the log of the runner says so as it starts', async () => {
      const { house } = scene;
      await house.shell(`rm ${UNIT}; systemctl daemon-reload; systemctl restart hearth-runner`);
      await house.machine.untilLogged('hearth-runner', 'hearth-bare.slice is not installed');
      expect(await house.machine.journal('hearth-runner')).toMatch(
        /NOT SERVED: class bare has no slice unit on this machine/,
      );
    });

    test('its run waits, and hearth why says why and what would mend it', async () => {
      const { house, report } = scene;
      const asked = await house.hearth('run', 'bare');
      expect(asked).toMatchObject({ code: 0, stdout: expect.stringMatching(/run \d+/i) });
      id = Number(/run (\d+)/i.exec(asked.stdout)?.[1]);
      const { code, stdout } = await house.hearth('why', String(id));
      report.progress(stdout);
      expect({ code, stdout }).toEqual({
        code: 0,
        stdout: expect.stringContaining('hearth-bare.slice is not installed'),
      });
      expect(stdout).toContain('hearth slices install');
      report.note('a class without its slice unit', stdout.split('\n')[1] ?? stdout);
    });

    test('never starts, while other runs of its runner come and go', async () => {
      const { house } = scene;
      const runs = await house.runs('hello', String(id));
      expect(runs.get('hello')).toMatchObject({ state: 'succeeded' });
      expect(runs.get('bare')).toMatchObject({ state: 'ready', started_at: null, attempts: [] });
      expect(await house.machine.run(['test', '-e', '/tmp/bare-ran'])).toMatchObject({ code: 1 });
      expect(await house.shell('systemctl is-active hearth-bare.slice || true')).toBe('inactive\n');
    });

    test('starts when the unit is there', async () => {
      const { house } = scene;
      expect(await house.hearth('slices', 'install')).toMatchObject({ code: 0, stderr: '' });
      await house.shell('systemctl restart hearth-runner');
      await house.until('test -e /tmp/bare-ran');
    });
  });
}
