import { seededRandom } from '@hearth/test-kit';
import { beforeAll, describe, expect, test } from 'vitest';

import { Acknowledged } from './acknowledged.ts';
import { audit, type Account, type Findings } from './audit.ts';
import { noteMemory } from './at-rest.ts';
import { exitRecords, type FoundExit } from './exit-records.ts';
import type { Scene } from './scene.ts';
import { HOUSE, UP } from './small-house.ts';

const CUTS = 10;
const SEED = Number(process.env['HEARTH_SEED'] ?? 4327);
const JOBS = ['append0', 'stumble', 'append1', 'append2', 'append3', 'append4'];
/** At every third cut the gateway is frozen before it, so that ends are on the disk of which it has not been told. */
const FROZEN_EVERY = 3;

/** The power is cut at random moments while runs are asked for and carried out. */
export function powerCuts(scene: Scene): void {
  describe(`${CUTS} power cuts at random moments under load (HEARTH_SEED=${SEED})`, () => {
    const random = seededRandom(SEED);
    const acknowledged = new Acknowledged();
    const exits: FoundExit[] = [];
    let findings: Findings;

    beforeAll(async () => {
      await scene.house.shell(`
        install -d -o hearth-job -g hearth-job /var/lib/ledger
        install -m 644 ${HOUSE}/witness.service /etc/systemd/system
        systemctl daemon-reload; systemctl --quiet enable witness; sync`);
    });

    test.each(Array.from({ length: CUTS }, (_, index) => index + 1))(
      'after cut %i the machine comes up again by itself, and the queue is whole',
      async (cut) => {
        const { house, report } = scene;
        const before = acknowledged.runs.size;
        const seconds = 2 + random() * 8;
        await loadUntilCut(scene, acknowledged, seconds, cut % FROZEN_EVERY === 0);
        const noted = acknowledged.runs.size - before;
        await house.machine.boot();
        const found = await foundBy(scene);
        exits.push(...found.filter(({ attempt }) => !exits.some((one) => one.attempt === attempt)));
        const untold = found.filter(({ told }) => !told).length;
        report.progress(
          `cut ${cut} came ${seconds.toFixed(1)} s into the load: ${noted} runs acknowledged, ${found.length} ends on the disk, ${untold} of them untold`,
        );
        expect(await house.services()).toEqual({ gateway: UP, runner: UP });
        expect(await house.shell('systemctl is-system-running')).toBe('running\n');
        expect(await house.inside('integrity.ts', ['/run/witness/hearth.db'])).toEqual(['ok']);
      },
    );

    test('every run that was acknowledged is carried out in the end', async () => {
      const { house, report } = scene;
      const lines = await house.inside('settle.ts', JOBS, {
        input: acknowledged.text,
        timeoutSeconds: 400,
      });
      const accounts = lines.map((line) => JSON.parse(line) as Account);
      const ledger = (await house.shell('cat /var/lib/ledger/log')).trim().split('\n');
      findings = audit({ acknowledged: acknowledged.runs, accounts, ledger, exits });
      const attempts = accounts.flatMap(({ run }) => run?.attempts ?? []);
      const cutOff = attempts.filter(({ outcome }) => outcome === 'lost');
      report.note('seed and cuts', `${SEED}, ${CUTS}`);
      report.note(
        'runs acknowledged, and their attempts',
        `${acknowledged.runs.size}, ${attempts.length}`,
      );
      report.note('attempts that a cut ended', String(cutOff.length));
      report.note(
        'ends on the disk as the power came back',
        `${exits.length}, ${exits.filter(({ told }) => !told).length} of them untold`,
      );
      const { lost, doneAgain, misjudged, overlaps } = findings;
      report.note('runs lost, done again', `${lost.length}, ${doneAgain.length}`);
      report.note('ends misjudged, attempts at once', `${misjudged.length}, ${overlaps.length}`);
      expect(acknowledged.runs.size).toBeGreaterThan(CUTS);
      expect(lost).toEqual([]);
      expect(await house.leftovers()).toEqual([]);
      await noteMemory(scene, 'after the load');
    });

    test('nothing is done again whose exit record was written, and each such end is believed', () => {
      expect(exits.some(({ told }) => !told)).toBe(true);
      expect(findings).toMatchObject({ doneAgain: [], misjudged: [] });
    });

    test('nothing runs twice at once', () => {
      expect(findings.overlaps).toEqual([]);
    });
  });
}

/** Puts load on the house, and cuts the power so many seconds after the first run of it was acknowledged. */
async function loadUntilCut(
  { house }: Scene,
  acknowledged: Acknowledged,
  seconds: number,
  freezes: boolean,
): Promise<void> {
  const { onStdout, first } = acknowledged.listen();
  const words = [String(acknowledged.runs.size), ...JOBS];
  const load = house.inside('load.ts', words, { onStdout, timeoutSeconds: 300 });
  await Promise.race([first, load]);
  await rest(seconds);
  if (freezes)
    await house.shell(`systemctl kill --signal=STOP hearth-gateway; ${UNTIL_AN_UNTOLD_END}`);
  await Promise.all([expect(load).rejects.toThrow('the power was cut'), house.machine.powerCut()]);
}

/** Waits until there is an exit record that the gateway has not heard of; where no job ends any more, for ten seconds. */
const UNTIL_AN_UNTOLD_END = `
  cd /var/lib/hearth/runner/attempts
  for look in $(seq 50); do
    for exit in */exit.json; do
      test ! -e "\${exit%/*}/attempt.json" || exit 0
    done
    sleep 0.2
  done`;

/** The exit records that the witness found on the disk before hearth started. */
async function foundBy({ house }: Scene): Promise<FoundExit[]> {
  return exitRecords(await house.shell('cat /run/witness/records'));
}

/** The moment of a cut is what this is about: nothing else here waits for a time to pass. */
function rest(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}
