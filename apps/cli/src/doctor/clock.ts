import { existsSync } from 'node:fs';

import { ask } from './ask.ts';
import { type Finding, ok, warning } from './finding.ts';

/** What is known of the wall clock. */
export interface ClockFacts {
  /** That the kernel's clock is synchronised; null where nobody can be asked. */
  readonly synchronised: boolean | null;
  /** That systemd knows a service that keeps the time, and that it is on. */
  readonly kept: boolean;
  /** The machine has a clock that goes on without power. */
  readonly ownClock: boolean;
}

/** The clock: schedules wait for it after a start, and a Pi has none that goes on without power. */
export async function checkClock(): Promise<readonly Finding[]> {
  const said = await ask('timedatectl', 'show');
  const ownClock = existsSync('/dev/rtc0');
  if (said === null) return verdictOnClock({ synchronised: null, kept: false, ownClock });
  const is = (property: string): boolean => said.split('\n').includes(`${property}=yes`);
  return verdictOnClock({ synchronised: is('NTPSynchronized'), kept: is('NTP'), ownClock });
}

/** A clock that is not synchronised is believed after five minutes, so it is never a fault. */
export function verdictOnClock({ synchronised, kept, ownClock }: ClockFacts): readonly Finding[] {
  if (synchronised === true) return [ok('the clock is synchronised')];
  const effect = ownClock
    ? 'schedules go by the clock of the machine itself'
    : 'schedules wait for it for five minutes after each start, then go by whatever it says';
  if (synchronised === null) {
    return [
      warning(`whether the clock is synchronised cannot be asked: ${effect}`, 'timedatectl status'),
    ];
  }
  if (kept) {
    return [
      warning(
        `the clock is not synchronised yet: ${effect}`,
        'look at the network, and at: timedatectl timesync-status',
      ),
    ];
  }
  return [
    warning(
      `nothing keeps the clock synchronised: ${effect}`,
      'apt-get install systemd-timesyncd && timedatectl set-ntp true',
    ),
  ];
}
