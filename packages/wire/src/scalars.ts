import { OUTCOMES, PRIORITIES, RUN_STATES } from '@hearth/words';
import type { Outcome, Priority, ShownState } from '@hearth/words';
import * as v from 'valibot';

/** An instant on the wire: RFC 3339 in UTC, `2026-03-29T01:30:00.000Z`. */
export const instantText: v.GenericSchema<string> = v.pipe(v.string(), v.isoTimestamp());

/** A duration on the wire: a number of seconds that is not negative. */
export const durationSeconds: v.GenericSchema<number> = v.pipe(
  v.number(),
  v.finite(),
  v.minValue(0),
);

/** A count or an id on the wire: a whole number that is not negative. */
export const wholeNumber: v.GenericSchema<number> = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(0),
);

/** A random id: 8 to 64 letters, digits, `-` and `_`. */
export const randomId: v.GenericSchema<string> = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9_-]{8,64}$/, 'must be 8 to 64 letters, digits, "-" or "_"'),
);

export const prioritySchema: v.GenericSchema<Priority> = v.picklist(PRIORITIES);

export const outcomeSchema: v.GenericSchema<Outcome> = v.picklist(OUTCOMES);

export const shownStateSchema: v.GenericSchema<ShownState> = v.picklist([...RUN_STATES, 'parked']);
