import type { Manifest, Right } from '@hearth/manifest';
import type {
  AttemptId,
  BudgetName,
  ConsumerName,
  JobName,
  Priority,
  RunId,
  RunnerName,
  Seconds,
} from '@hearth/words';

/** Who is asking, and what they may. */
export interface Caller {
  /** For the record: a consumer's name, `run 12`, or `local`. */
  readonly label: string;
  readonly consumer: ConsumerName | null;
  /** The highest priority it may use. */
  readonly priority: Priority;
  readonly budget: BudgetName | null;
  readonly rights: readonly Right[];
  /** The attempt whose process is asking; null for everybody else. */
  readonly attempt: { readonly id: AttemptId; readonly run: RunId; readonly job: JobName } | null;
  /** The runner that is asking; it may use the runner routes of its own name and nothing else. */
  readonly runner: RunnerName | null;
  readonly timeout: Seconds | null;
  readonly maxWait: Seconds | null;
}

/** What identification needs to look things up. */
export interface Identities {
  readonly manifest: Manifest;
  /** SHA-256 of the text, as 64 hexadecimal digits. */
  readonly hash: (text: string) => string;
  /** The attempt that the key was made for: `over` where it has ended, null where it is no attempt's key. */
  readonly attempt: (key: string) => AttemptCaller | 'over' | null;
}

/** An open attempt, as far as its calls are concerned. */
export interface AttemptCaller {
  readonly id: AttemptId;
  readonly run: RunId;
  readonly job: JobName;
  readonly priority: Priority;
  readonly budget: BudgetName | null;
}

/** Everything, for whoever is on this machine while no consumer is declared. */
const LOCAL: Caller = {
  label: 'local',
  consumer: null,
  priority: 'interactive',
  budget: null,
  rights: ['call', 'enqueue', 'operate'],
  attempt: null,
  runner: null,
  timeout: null,
  maxWait: null,
};

/**
 * From a key to its holder. Null means that nobody holds it. Without a key only this machine is served, and only while
 * no consumer is declared.
 */
export function identify(key: string | null, loopback: boolean, ids: Identities): Caller | null {
  const { manifest } = ids;
  if (key !== null) {
    const attempt = ids.attempt(key);
    if (attempt === 'over') return null;
    if (attempt !== null) return attemptCaller(attempt);
    const hashed = `sha256:${ids.hash(key)}`;
    for (const consumer of manifest.consumers.values()) {
      if (consumer.key === hashed) {
        return {
          label: consumer.name,
          consumer: consumer.name,
          priority: consumer.priority,
          budget: consumer.budget,
          rights: consumer.can,
          attempt: null,
          runner: null,
          timeout: consumer.timeout,
          maxWait: consumer.maxWait,
        };
      }
    }
    for (const runner of manifest.runners.values()) {
      if (runner.key === hashed) {
        return { ...LOCAL, label: `runner ${runner.name}`, rights: [], runner: runner.name };
      }
    }
  }
  // Clients of model APIs send a key even where none is asked for, so an unknown one is no offence in an open house.
  return loopback && manifest.consumers.size === 0 ? LOCAL : null;
}

function attemptCaller(attempt: AttemptCaller): Caller {
  return {
    label: `run ${attempt.run}`,
    consumer: null,
    priority: attempt.priority,
    budget: attempt.budget,
    rights: ['call'],
    attempt: { id: attempt.id, run: attempt.run, job: attempt.job },
    runner: null,
    timeout: null,
    maxWait: null,
  };
}
