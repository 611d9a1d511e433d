import type {
  AttemptId,
  BudgetName,
  Bytes,
  CallId,
  ClassName,
  ConsumerName,
  Epoch,
  Instant,
  JobName,
  MachineName,
  Outcome,
  RunId,
  RunnerName,
  RunState,
  Seconds,
  Tokens,
} from '@hearth/words';
import type { Generated } from 'kysely';

import type { StopReason } from '../attempts/attempt.ts';
import type { CapReason } from '../calls/call.ts';

/** The tables as the statements see them: what the newest migration leaves behind. */
export interface Tables {
  run: RunTable;
  run_input: { run_id: RunId; parameters: string };
  attempt: AttemptTable;
  attempt_output: { run_id: RunId; epoch: Epoch; last_output: string };
  job_state: {
    job: JobName;
    mark: Instant | null;
    paused_at: Instant | null;
    passed_over: Generated<number>;
  };
  reservation: {
    id: Generated<number>;
    class: ClassName;
    opens_at: Instant;
    closes_at: Instant;
    made_by: string;
    made_at: Instant;
  };
  call: CallTable;
  charge: { budget: BudgetName; period_at: Instant; seconds: Seconds; calls: number };
  rate: {
    machine: MachineName;
    model: string;
    decode: number | null;
    prefill: number | null;
    samples: string;
    learnt_at: Instant;
  };
  notice: { notice_key: string; sent_at: Instant };
  meta: { name: string; value: number };
}

interface RunTable {
  id: Generated<RunId>;
  job: JobName;
  /** Its place in the order: 0 is `interactive`. */
  priority: number;
  state: RunState;
  /** Its place in its job's line, see `line.ts`, and how long it has been there. */
  line: number;
  line_at: Instant;
  epoch: Generated<Epoch>;
  created_at: Instant;
  run_at: Instant;
  due_at: Instant | null;
  started_at: Instant | null;
  finished_at: Instant | null;
  failures: Generated<number>;
  interruptions: Generated<number>;
  first_failed_at: Instant | null;
  retry_of: RunId | null;
  retried_by: RunId | null;
  outcome: Outcome | null;
  note: string | null;
  run_key: string | null;
  // The newest attempt; null before the first claim. How it ended is `outcome`, from `ended_at` on.
  attempt_id: AttemptId | null;
  runner: RunnerName | null;
  boot_id: string | null;
  claim_id: string | null;
  claimed_at: Instant | null;
  attempt_started_at: Instant | null;
  place: string | null;
  stop: StopReason | null;
  ended_at: Instant | null;
  duration_seconds: Seconds | null;
  code: number | null;
  signal: string | null;
  evidence: string | null;
  output_bytes: Bytes | null;
  /** As long as an attempt is, until the first one takes its place. */
  room: Uint8Array | null;
}

/** The attempts that were followed by another one of the same run. */
interface AttemptTable {
  run_id: RunId;
  epoch: Epoch;
  id: AttemptId;
  job: JobName;
  runner: RunnerName;
  boot_id: string;
  claim_id: string;
  claimed_at: Instant;
  started_at: Instant | null;
  place: string | null;
  stop: StopReason | null;
  ended_at: Instant;
  duration_seconds: Seconds | null;
  outcome: Outcome;
  code: number | null;
  signal: string | null;
  evidence: string | null;
  output_bytes: Bytes | null;
  /** 1 where a window cut it short and that counts in the history of its job, else 0. */
  is_stop: 0 | 1;
}

interface CallTable {
  id: Generated<CallId>;
  consumer: ConsumerName;
  sub_caller: string | null;
  run_id: RunId | null;
  budget: BudgetName | null;
  priority: number;
  api: string;
  model: string | null;
  machine: MachineName | null;
  arrived_at: Instant;
  admitted_at: Instant | null;
  ended_at: Instant | null;
  waited_seconds: Seconds | null;
  ran_seconds: Seconds | null;
  prompt_tokens: Tokens | null;
  answer_tokens: Tokens | null;
  cap: Tokens | null;
  cap_reason: CapReason | null;
  tokens_per_second: number | null;
  end_reason: string | null;
}
