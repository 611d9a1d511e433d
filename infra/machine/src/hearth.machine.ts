/**
 * hearth as an operator has it, in a machine like the small ones that it is for. The sections go on, in this order, with
 * the machine as the one before has left it: nothing takes as long as a boot.
 */
import { canBootMachine } from '@hearth/testbed';
import { afterAll, beforeAll, describe } from 'vitest';

import { ends } from './ends.ts';
import { installation } from './installation.ts';
import { memoryControllerOff } from './memory-controller-off.ts';
import { missingSlice } from './missing-slice.ts';
import { powerCuts } from './power-cuts.ts';
import { Report } from './report.ts';
import { SmallHouse } from './small-house.ts';

const why = await canBootMachine();
const aloud = why === null ? '' : ` (SKIPPED: ${why})`;

describe.skipIf(why !== null)(`hearth in a small machine${aloud}`, () => {
  const report = new Report();
  let house: SmallHouse | undefined;
  const scene = {
    report,
    get house(): SmallHouse {
      if (house === undefined) throw new Error('the machine did not come up');
      return house;
    },
  };

  beforeAll(async () => {
    report.progress('making the archives, and a machine that has them');
    house = await SmallHouse.open();
    report.progress('the machine is up');
  });
  afterAll(async () => {
    await house?.[Symbol.asyncDispose]();
    report.print();
  });

  installation(scene);
  ends(scene);
  missingSlice(scene);
  powerCuts(scene);
  memoryControllerOff(scene);
});
