import { claim, claimed } from './attempts/claim.ts';
import { endAttempt } from './attempts/end-attempt.ts';
import { attempt } from './attempts/find-attempt.ts';
import { openAttempts } from './attempts/open-attempts.ts';
import { requestStop } from './attempts/request-stop.ts';
import { started } from './attempts/started.ts';
import { takeBack } from './attempts/take-back.ts';
import { admitCall } from './calls/admit-call.ts';
import { calls, callsOf, cutCalls } from './calls/calls.ts';
import { spent } from './calls/charge.ts';
import { closeLostCalls } from './calls/close-lost-calls.ts';
import { endCall } from './calls/end-call.ts';
import { openCall } from './calls/open-call.ts';
import { clockMark, setClockMark } from './house/clock-mark.ts';
import { clearNotice, noticeSent, recordNotice } from './house/notices.ts';
import { loadRates, saveRate } from './house/rates.ts';
import { reservations, reserve, unreserve } from './house/reservations.ts';
import { forget, history } from './jobs/history.ts';
import { jobStates } from './jobs/job-states.ts';
import { lastRuns } from './jobs/last-runs.ts';
import { setPassedOver } from './jobs/passed-over.ts';
import { pause, resume } from './jobs/pause.ts';
import { cancel } from './runs/cancel.ts';
import { counts } from './runs/counts.ts';
import { enqueue } from './runs/enqueue.ts';
import { heads } from './runs/heads.ts';
import { jobsWithOpenRuns, openRuns } from './runs/open-runs.ts';
import { retryAllDead } from './runs/retry-all-dead.ts';
import { retry } from './runs/retry.ts';
import { runs } from './runs/runs.ts';
import { setRunNote } from './runs/set-run-note.ts';
import { run } from './runs/show-run.ts';
import { fireSchedule } from './schedules/fire-schedule.ts';
import { makeDue, nextDue } from './schedules/make-due.ts';
import { moveMark, rewindMarks } from './schedules/mark.ts';
import type { Store } from './store.ts';
import { backup } from './upkeep/backup.ts';
import { checkpoint } from './upkeep/checkpoint.ts';
import { retention } from './upkeep/retention.ts';
import { sizes } from './upkeep/sizes.ts';

/** A verb without its first parameter, the store. */
type Bound<Verb> = Verb extends (store: Store, ...rest: infer Rest) => infer Answer
  ? (...rest: Rest) => Answer
  : never;

/** What can be done with the queue. Each is described at the function of its name, in the file of its name. */
interface Verbs {
  // Runs
  /** Accepts a run. */
  readonly enqueue: Bound<typeof enqueue>;
  /** The first ready run of each of some jobs. */
  readonly heads: Bound<typeof heads>;
  /** Cancels a run that waits. */
  readonly cancel: Bound<typeof cancel>;
  /** Makes a new run of one that is over. */
  readonly retry: Bound<typeof retry>;
  /** Makes a new run of every dead one that has none yet. */
  readonly retryAllDead: Bound<typeof retryAllDead>;
  /** Sets the sentence on how a run came to its state. */
  readonly setRunNote: Bound<typeof setRunNote>;
  /** Lists runs, the newest first. */
  readonly runs: Bound<typeof runs>;
  /** One run with its attempts and parameters. */
  readonly run: Bound<typeof run>;
  /** How many runs are open or wait for a person. */
  readonly counts: Bound<typeof counts>;
  /** The runs of a job that are not over. */
  readonly openRuns: Bound<typeof openRuns>;
  /** Every job that has a run which is not over. */
  readonly jobsWithOpenRuns: Bound<typeof jobsWithOpenRuns>;

  // Attempts
  /** Gives a ready run to a runner. */
  readonly claim: Bound<typeof claim>;
  /** What a claim got, while that attempt is open. */
  readonly claimed: Bound<typeof claimed>;
  /** Notes that an attempt has started. */
  readonly started: Bound<typeof started>;
  /** Ends an attempt and moves its run on as the caller decides. */
  readonly endAttempt: Bound<typeof endAttempt>;
  /** Takes back an attempt that never started. */
  readonly takeBack: Bound<typeof takeBack>;
  /** Asks for the end of a running run. */
  readonly requestStop: Bound<typeof requestStop>;
  /** One attempt. */
  readonly attempt: Bound<typeof attempt>;
  /** Every attempt that is given away and whose end is not known. */
  readonly openAttempts: Bound<typeof openAttempts>;

  // Schedules
  /** Makes the runs of due instants and moves the job's mark. */
  readonly fireSchedule: Bound<typeof fireSchedule>;
  /** Moves the mark of a job without making runs. */
  readonly moveMark: Bound<typeof moveMark>;
  /** Brings back the marks that a clock which was ahead has left. */
  readonly rewindMarks: Bound<typeof rewindMarks>;
  /** Makes ready every scheduled run whose time has come. */
  readonly makeDue: Bound<typeof makeDue>;
  /** When the next scheduled run becomes ready. */
  readonly nextDue: Bound<typeof nextDue>;

  // Jobs
  /** Marks, pauses and passed-over counts of all jobs. */
  readonly jobStates: Bound<typeof jobStates>;
  /** Pauses a job. */
  readonly pause: Bound<typeof pause>;
  /** Ends the pause of a job. */
  readonly resume: Bound<typeof resume>;
  /** Notes how many windows had no room for a job. */
  readonly setPassedOver: Bound<typeof setPassedOver>;
  /** The attempts of a job that say how long its work takes. */
  readonly history: Bound<typeof history>;
  /** Drops a run from the history of its job. */
  readonly forget: Bound<typeof forget>;
  /** How each of some jobs has fared. */
  readonly lastRuns: Bound<typeof lastRuns>;

  // Calls
  /** Begins the record of a call. */
  readonly openCall: Bound<typeof openCall>;
  /** Records that a call got a slot. */
  readonly admitCall: Bound<typeof admitCall>;
  /** Ends the record of a call and charges its budget. */
  readonly endCall: Bound<typeof endCall>;
  /** Closes the calls that a gateway which is gone left open. */
  readonly closeLostCalls: Bound<typeof closeLostCalls>;
  /** Lists the record of calls, the newest first. */
  readonly calls: Bound<typeof calls>;
  /** The calls that the attempts of a run have made. */
  readonly callsOf: Bound<typeof callsOf>;
  /** Whose answers were cut, and by whose cap. */
  readonly cutCalls: Bound<typeof cutCalls>;
  /** How much of a budget has been used in a period. */
  readonly spent: Bound<typeof spent>;

  // The house
  /** Reserves a class for a while. */
  readonly reserve: Bound<typeof reserve>;
  /** The reservations that are not over. */
  readonly reservations: Bound<typeof reservations>;
  /** Takes a reservation back. */
  readonly unreserve: Bound<typeof unreserve>;
  /** Every rate that has been learnt. */
  readonly loadRates: Bound<typeof loadRates>;
  /** Keeps the rate of a machine and a model. */
  readonly saveRate: Bound<typeof saveRate>;
  /** When the operator was last told of something. */
  readonly noticeSent: Bound<typeof noticeSent>;
  /** Notes that the operator has been told of it. */
  readonly recordNotice: Bound<typeof recordNotice>;
  /** Notes that it is over. */
  readonly clearNotice: Bound<typeof clearNotice>;
  /** The latest time that a synchronised clock has shown. */
  readonly clockMark: Bound<typeof clockMark>;
  /** Keeps what a synchronised clock shows. */
  readonly setClockMark: Bound<typeof setClockMark>;

  // Upkeep
  /** Takes away one batch of what is beyond the bounds. */
  readonly retention: Bound<typeof retention>;
  /** Copies the queue while it runs. */
  readonly backup: Bound<typeof backup>;
  /** Empties the log, when nothing runs. */
  readonly checkpoint: Bound<typeof checkpoint>;
  /** How much room the queue takes. */
  readonly sizes: Bound<typeof sizes>;
}

/**
 * The queue of a house: everything in it is synchronous, so that nothing waits inside a transaction, except the backup.
 * A verb throws `StorageError` when the file cannot be read or written.
 */
export interface Queue extends Verbs {
  /** The database, for messages. */
  readonly file: string;
  /** Does all of `work` or, if it throws, none of it: several verbs as one. `work` must not be async. */
  write<T>(work: () => T): T;
  /** The same, on disk when it returns. Must be the outer one of the two. */
  durably<T>(work: () => T): T;
  /** Writes the log back into the file and lets go of it. */
  close(): void;
}

type AnyVerb = (store: Store, ...rest: never[]) => unknown;

const VERBS = {
  enqueue,
  heads,
  cancel,
  retry,
  retryAllDead,
  setRunNote,
  runs,
  run,
  counts,
  openRuns,
  jobsWithOpenRuns,
  claim,
  claimed,
  started,
  endAttempt,
  takeBack,
  requestStop,
  attempt,
  openAttempts,
  fireSchedule,
  moveMark,
  rewindMarks,
  makeDue,
  nextDue,
  jobStates,
  pause,
  resume,
  setPassedOver,
  history,
  forget,
  lastRuns,
  openCall,
  admitCall,
  endCall,
  closeLostCalls,
  calls,
  callsOf,
  cutCalls,
  spent,
  reserve,
  reservations,
  unreserve,
  loadRates,
  saveRate,
  noticeSent,
  recordNotice,
  clearNotice,
  clockMark,
  setClockMark,
  retention,
  backup,
  checkpoint,
  sizes,
} satisfies Record<keyof Verbs, AnyVerb>;

/** Makes a queue of a store. */
export function bind(store: Store): Queue {
  const verbs: Record<string, unknown> = {};
  for (const [name, verb] of Object.entries<AnyVerb>(VERBS)) {
    verbs[name] = verb.bind(null, store);
  }
  return {
    ...(verbs as unknown as Verbs),
    file: store.file,
    write: (work) => store.write(work),
    durably: (work) => store.durably(work),
    close: () => store.close(),
  };
}
