import { thisMachine, type Machine } from './machine.ts';

/** What this machine's systemd can be asked for, of what not every systemd knows, and what it is too old for. */
export interface ScopeOptions {
  /** The number of its release: 252. */
  readonly version: number;
  /** Words of `systemd-run --scope`. */
  readonly words: readonly string[];
  /** True when it ends a scope by itself after a time that it is given (`RuntimeMaxSec`). */
  readonly backstop: boolean;
  /** What it cannot do, each a sentence. No limit of a class needs any of it. */
  readonly lost: readonly string[];
}

/** Scopes have had `RuntimeMaxSec` since this release. */
const BACKSTOP_SINCE = 244;
/** Since this release `systemd-run` warns of a "$" in the command of a scope, and may one day replace it. */
const EXPAND_SINCE = 254;
/** Since this release systemd stops a scope of which the kernel has killed one process for memory. */
const STOPS_SINCE = 252;

/**
 * Asks this machine's systemd which options it knows, one by one: a word that it does not know would keep every job
 * from starting. Rejects where it cannot be asked.
 */
export async function scopeOptions(machine: Machine = thisMachine): Promise<ScopeOptions> {
  const [about, policy] = await Promise.all([
    machine.systemctl('--version'),
    // The scope of systemd itself, which is always there: of one that is not, nothing is known. OOMPolicy of scopes came
    // with 253, and into 252 of Debian, so the number alone does not tell.
    machine.systemctl('show', '--property=OOMPolicy', '--value', 'init.scope'),
  ]);
  const version = Number(/^systemd (\d+)/.exec(about)?.[1] ?? 0);
  const hasPolicy = policy.trim() !== '';
  const backstop = version >= BACKSTOP_SINCE;
  return {
    version,
    words: [
      ...(version >= EXPAND_SINCE ? ['--expand-environment=no'] : []),
      // The policy would else be to stop the scope, and to kill all of it a while later, hearth's supervisor too. Only
      // hearth ends a job, and it counts those kills.
      ...(hasPolicy ? ['--property=OOMPolicy=continue'] : []),
    ],
    backstop,
    lost: [
      ...(backstop
        ? []
        : [
            `systemd ${version} cannot end a scope after a time (RuntimeMaxSec, since ${BACKSTOP_SINCE}): a job whose timeout passes while no runner is there goes on until one is`,
          ]),
      ...(hasPolicy || version < STOPS_SINCE
        ? []
        : [
            `systemd ${version} has no OOMPolicy of scopes: it ends a whole job when the kernel kills one process of it for memory`,
          ]),
    ],
  };
}
