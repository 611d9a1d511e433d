import * as v from 'valibot';

import type { HouseLimits } from '../types.ts';
import { leaf, mustBe, wrong, right, type About } from './leaf.ts';
import { percent } from './numbers.ts';
import { section } from './section.ts';
import { readSize } from './size.ts';

/** What all runs together may use. A fifth of the memory is left to hearth and to the machine itself. */
export const limits: v.GenericSchema<unknown, HouseLimits> = v.pipe(
  section(
    {
      says: 'What all runs of the house may use together, whatever their classes allow: `hearth.slice` holds it.',
      example: { memory: '80%' },
    },
    {
      memory: v.optional(
        memory({
          says: "The most memory, as a size or in percent of the machine's own. Above it a run is killed.",
          example: '80%',
        }),
        '80%',
      ),
      cpu: v.optional(
        percent({
          says: 'The most processor time, in percent of one core. Without it no limit; what else the machine does still goes first.',
          example: '300%',
        }),
      ),
    },
  ),
  v.transform((input) => ({ memory: input.memory, cpu: input.cpu ?? null })),
);

/** A size, or a share of the machine's memory. */
function memory(about: About): v.GenericSchema<unknown, HouseLimits['memory']> {
  const json = { type: 'string', pattern: '^([0-9]{1,9}[KMGT]|[0-9]{1,3}%)$' };
  return leaf<HouseLimits['memory']>(about, 'size, or share of the memory', json, (input) => {
    const [, digits] = /^(\d+)%$/.exec(String(input)) ?? [];
    if (digits === undefined) {
      if (typeof input !== 'string')
        return mustBe('a size such as 2G, or a share such as 80%', input);
      const read = readSize(input);
      return read.ok ? right({ kind: 'bytes', bytes: read.value }) : read;
    }
    const share = Number(digits);
    if (share >= 1 && share <= 100) return right({ kind: 'share', percent: share });
    return wrong(`"${digits}%" is no share of a memory`, 'write 1% to 100%, or a size such as 2G');
  });
}
