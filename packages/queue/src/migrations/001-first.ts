import type { Migration } from '../migrate.ts';

/**
 * The first schema. Rules that every later one keeps: instants are whole milliseconds since the Unix epoch, durations
 * are seconds, tables are STRICT, and whatever is long (parameters, output) is kept off the rows that change often.
 *
 * Each page that a commit touches is written to the SD card, so a claim touches one and an end two:
 * - the newest attempt of a run lies in the run's own row; it moves to `attempt` when the run is claimed again, which few are;
 * - `room` keeps the place that the attempt will need, so that a claim makes no row outgrow its page;
 * - `run_line` is the line of each job, from what is done (by how it counts in the history) to what waits (by priority), see
 *   `line.ts`: a run that is claimed keeps its place, and one that is done moves a step to the side, within one page;
 * - no condition of an index names the state, so that a claim, which changes little else, opens none.
 *
 * A call is written while somebody waits for it, so that of one nothing but its row is touched, until it ends: no
 * `autoincrement`, which counts in a table of its own (the newest is never removed instead, so that no id comes twice), and
 * no index of the open ones, which are looked for once, at the start.
 *
 * Tried and left out: indexes on the ids of attempts (they begin with their run's), on running runs (the few are held in
 * memory, see `running.ts`), on finished runs (the newest are found by id). Conditions are written without `in`: for three
 * values or more SQLite builds a table each time it looks at one, 2 µs.
 */
export const first: Migration = {
  version: 1,
  sql: `
    create table run (
      id integer primary key autoincrement,
      job text not null,
      priority integer not null,
      state text not null,
      line integer not null,
      line_at integer not null,
      epoch integer not null default 0,
      created_at integer not null,
      run_at integer not null,
      due_at integer,
      started_at integer,
      finished_at integer,
      failures integer not null default 0,
      interruptions integer not null default 0,
      first_failed_at integer,
      retry_of integer,
      retried_by integer,
      outcome text,
      note text,
      run_key text,
      attempt_id text,
      runner text,
      boot_id text,
      claim_id text,
      claimed_at integer,
      attempt_started_at integer,
      place text,
      stop text check (stop = 'stopped_by_person' or stop = 'stopped_by_window'),
      ended_at integer,
      duration_seconds real,
      code integer,
      signal text,
      evidence text,
      output_bytes integer,
      room blob,
      check (priority >= 0 and priority <= 3),
      check (case state
        when 'ready' then line = 3 + priority and finished_at is null
        when 'running' then line = 3 + priority and finished_at is null and attempt_id is not null and ended_at is null
        when 'scheduled' then line = 7 + priority and finished_at is null
        when 'succeeded' then line >= 0 and line <= 2 and finished_at is not null
        when 'dead' then line = -1 and finished_at is not null
        when 'cancelled' then line = -2 and finished_at is not null
        when 'skipped' then line = -3 and finished_at is not null
        else false end)
    ) strict;

    create index run_line on run (job, line, line_at);
    create index run_due on run (run_at) where line >= 7;
    create index run_job on run (job);
    create index run_dead on run (job) where line = -1 and retried_by is null;
    create index run_not_done on run (line) where line < 0;
    create unique index run_once on run (job, due_at) where due_at is not null;
    create index run_by_key on run (job, run_key, created_at) where run_key is not null;

    create trigger run_over_is_final
    after update of job, priority, state, epoch, run_at, started_at, finished_at, failures, interruptions on run
    when old.finished_at is not null or new.epoch < old.epoch
    begin
      select raise(abort, 'a run that is over never changes, and an epoch never falls');
    end;

    create table run_input (
      run_id integer primary key references run on delete cascade,
      parameters text not null
    ) strict;

    create table attempt (
      run_id integer not null references run on delete cascade,
      epoch integer not null,
      id text not null,
      job text not null,
      runner text not null,
      boot_id text not null,
      claim_id text not null,
      claimed_at integer not null,
      started_at integer,
      place text,
      stop text,
      ended_at integer not null,
      duration_seconds real,
      outcome text not null,
      code integer,
      signal text,
      evidence text,
      output_bytes integer,
      is_stop integer not null,
      primary key (run_id, epoch)
    ) strict, without rowid;

    create index attempt_stop on attempt (job, ended_at) where is_stop = 1;

    create table attempt_output (
      run_id integer not null references run on delete cascade,
      epoch integer not null,
      last_output text not null,
      primary key (run_id, epoch)
    ) strict, without rowid;

    create table job_state (
      job text primary key,
      mark integer,
      paused_at integer,
      passed_over integer not null default 0
    ) strict, without rowid;

    create table reservation (
      id integer primary key autoincrement,
      class text not null,
      opens_at integer not null,
      closes_at integer not null,
      made_by text not null,
      made_at integer not null,
      check (opens_at < closes_at)
    ) strict;

    create table call (
      id integer primary key,
      consumer text not null,
      sub_caller text,
      run_id integer,
      budget text,
      priority integer not null check (priority between 0 and 3),
      api text not null,
      model text,
      machine text,
      arrived_at integer not null,
      admitted_at integer,
      ended_at integer,
      waited_seconds real,
      ran_seconds real,
      prompt_tokens integer,
      answer_tokens integer,
      cap integer,
      cap_reason text check (cap_reason in ('time', 'context', 'caller')),
      tokens_per_second real,
      end_reason text,
      check ((ended_at is null) = (end_reason is null))
    ) strict;

    create index call_of_run on call (run_id) where run_id is not null;
    create index call_cut on call (ended_at) where end_reason in ('length', 'deadline');

    create table charge (
      budget text not null,
      period_at integer not null,
      seconds real not null,
      calls integer not null,
      primary key (budget, period_at)
    ) strict, without rowid;

    create table rate (
      machine text not null,
      model text not null,
      decode real,
      prefill real,
      samples text not null,
      learnt_at integer not null,
      primary key (machine, model)
    ) strict, without rowid;

    create table notice (
      notice_key text primary key,
      sent_at integer not null
    ) strict, without rowid;

    create table meta (
      name text primary key,
      value integer not null
    ) strict, without rowid;
  `,
};
