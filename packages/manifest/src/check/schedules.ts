import { isTimeZone, parseCron } from '@hearth/calendar';

import type { Finding, Path } from '../problem.ts';
import { isMap } from '../schema/section.ts';
import { refusal } from '../schema/texts.ts';
import { atValue, entriesOf, type Raw } from './raw.ts';

/** Finds cron lines that say nothing or never come, and a house without the time zone that it needs. */
export function checkSchedules(raw: Raw): Finding[] {
  return [...missingZone(raw), ...cronLines(raw).flatMap((line) => wrongLine(line, raw))];
}

/** There is no default: a zone that nobody wrote down is one that somebody will be wrong about by hours. */
function missingZone(raw: Raw): Finding[] {
  if (raw['timezone'] !== undefined) return [];
  const scheduled = entriesOf(raw, 'jobs').find(([, job]) => job['schedule'] !== undefined);
  const [window] = entriesOf(raw, 'windows');
  const [budget] = entriesOf(raw, 'budgets');
  const path: Path | null =
    (scheduled && ['jobs', scheduled[0], 'schedule']) ??
    (window && ['windows', window[0]]) ??
    (budget && ['budgets', budget[0]]) ??
    null;
  if (path === null) return [];
  const hint = 'write timezone: Europe/London, or yours, at the top of a file';
  return [{ path, at: 'key', message: 'needs a time zone, and the house names none', hint }];
}

interface Line {
  readonly path: Path;
  readonly cron: string;
  readonly zone: unknown;
}

function cronLines(raw: Raw): Line[] {
  return entriesOf(raw, 'jobs').flatMap(([name, { schedule }]): Line[] => {
    const path = ['jobs', name, 'schedule'];
    if (typeof schedule === 'string') return [{ path, cron: schedule, zone: undefined }];
    if (!isMap(schedule) || typeof schedule['cron'] !== 'string') return [];
    return [{ path: [...path, 'cron'], cron: schedule['cron'], zone: schedule['timezone'] }];
  });
}

function wrongLine({ path, cron, zone }: Line, raw: Raw): Finding[] {
  const wanted = zone ?? raw['timezone'];
  // A zone that is wrong itself is reported where it stands.
  const read = parseCron(cron, typeof wanted === 'string' && isTimeZone(wanted) ? wanted : 'UTC');
  if (read.ok) return [];
  const { message, hint } = refusal(read.message);
  return [atValue(path, message, hint)];
}
