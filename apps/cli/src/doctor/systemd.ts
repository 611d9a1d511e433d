import { scopeOptions, systemdRuns, type ScopeOptions } from '@hearth/slices';

import { fault, type Finding, ok, warning } from './finding.ts';

/** The oldest that hearth is tried with: that of Debian 12. */
const OLDEST = 252;

/** systemd, and what of its options a job has to do without. */
export async function checkSystemd(): Promise<readonly Finding[]> {
  return verdictOnSystemd(systemdRuns() ? await scopeOptions() : null);
}

/** `options` is null where systemd does not run the machine. */
export function verdictOnSystemd(
  options: Pick<ScopeOptions, 'version' | 'lost'> | null,
): readonly Finding[] {
  if (options === null) {
    return [
      fault(
        'systemd does not run this machine, and without it no job has a limit of memory or CPU',
        'run hearth where systemd is the first process; to try it all the same: hearth up',
      ),
    ];
  }
  const { version, lost } = options;
  const mend = 'upgrade the system; Debian 12 has 252, Debian 13 has 257';
  const first =
    version >= OLDEST
      ? ok(`systemd ${version}`)
      : warning(`systemd ${version} is older than ${OLDEST}, with which hearth is tried`, mend);
  return [first, ...lost.map((what) => warning(what, mend))];
}
