import type { Migration } from '../migrate.ts';

/**
 * The first schema. Rules that every later one keeps: instants are whole milliseconds since the Unix epoch, durations
 * are seconds, tables are STRICT, and whatever is long (parameters, output) is kept off the rows that change often.
 *
 * An index costs a page of the SD card each time a row enters or leaves it, so there are few: `run_open` serves the
 * claim, what is running and what waits, by its first column. Tried and left out: an index on the ids of attempts
 * (the id begins with its run's), one on open attempts, one on finished runs (the newest are found by id).
 */
export const first: Migration = {
  version: 1,
  sql: `
    create table run (
      id integer primary key autoincrement,
      job text not null,
      priority integer not null check (priority between 0 and 3),
      state text not null check (state in
        ('scheduled', 'ready', 'running', 'succeeded', 'dead', 'cancelled', 'skipped')),
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
      check ((finished_at is null) = (state in ('scheduled', 'ready', 'running')))
    ) strict;

    create index run_open on run (state, job, priority, run_at) where finished_at is null;
    create index run_due on run (run_at) where state = 'scheduled';
    create index run_job on run (job);
    create index run_dead on run (job) where state = 'dead' and retried_by is null;
    create index run_not_done on run (state) where state in ('dead', 'cancelled', 'skipped');
    create unique index run_once on run (job, due_at) where due_at is not null;
    create index run_by_key on run (job, run_key, created_at) where run_key is not null;

    create trigger run_over_is_final
    before update of job, priority, state, epoch, run_at, started_at, finished_at, failures, interruptions on run
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
      stop text check (stop in ('stopped_by_person', 'stopped_by_window')),
      ended_at integer,
      duration_seconds real,
      outcome text,
      code integer,
      signal text,
      evidence text,
      output_bytes integer,
      result text check (result in ('completed', 'noop', 'stopped', 'forgotten')),
      primary key (run_id, epoch)
    ) strict, without rowid;

    create index attempt_result on attempt (job, result, ended_at) where result is not null;

    create table attempt_output (
      run_id integer not null,
      epoch integer not null,
      last_output text not null,
      primary key (run_id, epoch),
      foreign key (run_id, epoch) references attempt on delete cascade
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
      id integer primary key autoincrement,
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

    create index call_open on call (id) where ended_at is null;
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
