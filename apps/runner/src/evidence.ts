import type { AttemptRecord, ExitRecord, HaltRecord, StopRecord } from './records.ts';
import { backstopSeconds } from './backstop.ts';

/** What of an attempt its evidence speaks of. */
export type Judged = Pick<
  AttemptRecord,
  'attempt_id' | 'place' | 'timeout_seconds' | 'grace_seconds' | 'memory_bytes'
>;

/** Why hearth stopped it. */
export function whyStopped({ timeout_seconds }: Judged, { reason }: StopRecord): string {
  switch (reason) {
    case 'timeout':
      return `still running after its timeout of ${spoken(timeout_seconds)}`;
    case 'stopped_by_person':
      return 'stopped by a person';
    case 'stopped_by_window':
      return 'stopped because a reserving window opened';
    case 'shutdown':
      return 'stopped because its runner was shut down';
    case 'stale':
      return 'stopped because it was no longer this runner’s';
  }
}

/** How it took that: the instants of the signals, and of its being gone. */
export function howItWent(
  { grace_seconds }: Judged,
  { asked_at, asked_uptime_seconds, killed_at, gone_at }: StopRecord,
  exit: ExitRecord | null,
): string {
  const gone = gone_at === null ? '' : `, and at ${gone_at} nothing of it was left`;
  if (killed_at !== null) {
    return `SIGTERM at ${asked_at}; it did not end within ${spoken(grace_seconds)} and was killed by SIGKILL at ${killed_at}${gone}`;
  }
  if (exit === null) return `it ended after SIGTERM at ${asked_at}${gone}`;
  const took = spoken(Math.max(0, exit.uptime_seconds - asked_uptime_seconds));
  return `SIGTERM at ${asked_at}; it ended ${took} later${gone}`;
}

/**
 * That the kernel killed for memory, at whose limit, and whom: by the kernel's own line where there was one, else by
 * the counters of its cgroup.
 */
export function whoMemoryKilled(
  { attempt_id, memory_bytes }: Judged,
  { oom_kills, oom_cgroup, oom_bytes, oom_victim }: ExitRecord,
): string {
  const victim = oom_victim === null ? '' : ` (${oom_victim})`;
  const whom =
    oom_kills === 1 ? `a process of it${victim}` : `${oom_kills} processes of it${victim}`;
  const unit = oom_cgroup?.split('/').at(-1) ?? null;
  const at = oom_bytes === null ? '' : ` of ${size(oom_bytes)}`;
  if (unit === null)
    return `the kernel killed ${whom} for memory; its limit is ${size(memory_bytes)}`;
  if (unit === '') return `the kernel killed ${whom} because the whole machine was out of memory`;
  if (unit.includes(attempt_id)) {
    return `killed by the kernel at ${size(oom_bytes ?? memory_bytes)} of attempt ${attempt_id}: ${whom}`;
  }
  return `the kernel killed ${whom} at the limit${at} of ${unit}, which it shares with other runs`;
}

/** Why systemd ended its scope. */
export function whyHalted(record: Judged, { result, machine_stopping }: HaltRecord): string {
  if (machine_stopping) return 'the machine was shut down while it ran';
  switch (result) {
    case 'timeout':
      return (
        `ended by systemd after ${spoken(backstopSeconds(record))}, the backstop behind its timeout of ` +
        `${spoken(record.timeout_seconds)}: no runner was there to keep that`
      );
    case 'oom-kill':
      return 'ended by systemd because the kernel had killed a process of it for memory';
    default:
      return 'systemd was told to stop its scope or its slice, by something that is not hearth';
  }
}

/** How many of its processes outlived the one that hearth started; null where none did. */
export function whatWasLeft(leftovers: number): string | null {
  if (leftovers === 0) return null;
  return leftovers === 1
    ? 'a process that it had left behind was stopped'
    : `${leftovers} processes that it had left behind were stopped`;
}

/** A duration as a person says it: `0.4 s`, `12 s`, `45 min`, `1 h 30 min`. */
export function spoken(seconds: number): string {
  if (seconds < 10) return `${Math.round(seconds * 10) / 10} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return rest === 0 ? `${minutes / 60} h` : `${(minutes - rest) / 60} h ${rest} min`;
}

function size(bytes: number): string {
  const gibibytes = bytes / 2 ** 30;
  return Number.isInteger(gibibytes) ? `${gibibytes} GiB` : `${Math.round(bytes / 2 ** 20)} MiB`;
}
