import { execFile } from 'node:child_process';
import process from 'node:process';
import { promisify } from 'node:util';

/** What a service says of itself to the systemd that started it. */
export interface Service {
  /**
   * Says that the service takes work from now on. Where systemd watches it, it is told for as long as the event loop
   * turns and `fault` finds nothing (null) that it lives; what `fault` finds, a sentence, goes to the log, and systemd
   * will restart the service. Never rejects: a message that systemd did not get is said in the log.
   */
  ready(fault?: () => string | null): Promise<void>;
  /** Says no more. */
  close(): void;
}

/** How often within the time that systemd allows; two may be late or lost. */
const PINGS = 3;

/** A message that is not delivered within so many milliseconds will not be. */
const PATIENCE = 10_000;

/**
 * Speaks to systemd where it started this process and asked to be told, which its environment says (sd_notify(3),
 * sd_watchdog_enabled(3)); everywhere else it does nothing. Node cannot write to systemd's socket, which takes datagrams,
 * so systemd's own small program does; the unit needs `NotifyAccess=all` for it.
 */
export function tellSystemd(
  environment: Readonly<Record<string, string | undefined>>,
  log: (line: string) => void,
): Service {
  const socket = environment['NOTIFY_SOCKET'];
  let timer: NodeJS.Timeout | undefined;

  async function tell(state: string, ifNot: string): Promise<void> {
    try {
      const env = { NOTIFY_SOCKET: socket, PATH: environment['PATH'] };
      await promisify(execFile)('systemd-notify', [state], { env, timeout: PATIENCE });
    } catch (error) {
      const why = error instanceof Error ? error.message.trim() : String(error);
      log(`SYSTEMD WAS NOT TOLD ${state}, and ${ifNot}: ${why}`);
    }
  }

  return {
    async ready(fault = () => null) {
      if (socket === undefined) return;
      await tell('READY=1', 'will take the start for failed');
      const every = pingEvery(environment);
      if (every === null) return;
      timer = setInterval(() => {
        const found = fault();
        if (found === null) void tell('WATCHDOG=1', 'will restart this soon if it stays so');
        else
          log(`${found}: systemd is not told that this lives, and will restart it if it stays so`);
      }, every);
      // What keeps the process alive is its work.
      timer.unref();
    },
    close: () => clearInterval(timer),
  };
}

/** How often systemd is to be told, in milliseconds; null where it does not watch this process. */
function pingEvery(environment: Readonly<Record<string, string | undefined>>): number | null {
  const microseconds = Number(environment['WATCHDOG_USEC']);
  const pid = environment['WATCHDOG_PID'];
  if (!(microseconds > 0) || (pid !== undefined && Number(pid) !== process.pid)) return null;
  return microseconds / 1000 / PINGS;
}
