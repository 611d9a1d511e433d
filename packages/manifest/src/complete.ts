import { parseCron } from '@hearth/calendar';

import type { House } from './schema/house.ts';
import type { ScheduleEntry } from './schema/schedule.ts';
import type { JobSchedule, Manifest } from './types.ts';

/** The manifest of a house that has been checked: each cron line gets the zone it is read in. */
export function complete(house: House): Manifest {
  // Where nothing depends on the zone none has to be written, and any is right.
  const timezone = house.timezone ?? 'UTC';
  const jobs = [...house.jobs].map(([name, job]) => {
    const schedule = job.schedule === null ? null : inZone(job.schedule, timezone);
    return [name, { ...job, schedule }] as const;
  });
  return { ...house, timezone, jobs: new Map(jobs) };
}

/** Throws an Error for a line that checkSchedules would have refused. */
function inZone({ when, ...rest }: ScheduleEntry, house: string): JobSchedule {
  if ('every' in when) return { ...rest, when: { kind: 'every', every: when.every } };
  const read = parseCron(when.cron, when.timeZone ?? house);
  if (!read.ok) throw new Error(read.message);
  return { ...rest, when: read.cron };
}
