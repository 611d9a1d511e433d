import { temporaryFolder } from '@hearth/test-kit';
import { expect, test } from 'vitest';

import { house } from '../house.test.helper.ts';
import { aStatus } from '../samples.test.helper.ts';
import { EXAMPLE } from '../up/places.ts';
import { version } from '../version.ts';

interface Finding {
  readonly check: string;
  readonly verdict: string;
  readonly says: string;
  readonly mend: string | null;
}

test('every check has its say about this machine, and a fault makes it 1', async () => {
  await using data = await temporaryFolder();
  await using gateway = await house({
    'GET /status': aStatus({ runners: [], version: version() }),
  });
  const words = ['doctor', '--manifest', EXAMPLE, '--data', data.path];
  const { code, out, err } = await gateway.hearth(...words, '--json');
  expect({ code, err }).toEqual({ code: 1, err: '' });
  const { findings } = JSON.parse(out) as { readonly findings: readonly Finding[] };
  const checks = new Set(findings.map(({ check }) => check));
  for (const name of ['node', 'perl', 'systemd', 'cgroups', 'clock', 'swap', 'sqlite', 'data']) {
    expect(checks).toContain(name);
  }
  const gatewayOnes = findings.filter(({ check }) => check === 'gateway' || check === 'runner');
  expect(gatewayOnes.map(({ verdict }) => verdict)).toEqual(['ok', 'fault']);
  // Whatever is not well comes with what to change.
  for (const { verdict, mend } of findings) expect(mend === null).toBe(verdict === 'ok');

  const shown = (await gateway.hearth(...words)).out.split('\n');
  const place = shown.findIndex((line) =>
    line.startsWith('fault    runner    no runner has asked'),
  );
  expect(shown[place + 1]).toMatch(/^ {19}→ systemctl status hearth-runner/);
  const faults = findings.filter(({ verdict }) => verdict === 'fault').length;
  expect(shown.at(-2)).toMatch(new RegExp(`^${faults} faults?, \\d+ warnings?\\.$`));
});
