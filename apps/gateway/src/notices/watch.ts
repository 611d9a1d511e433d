import type { Notify } from '@hearth/manifest';
import { concerns, type Concern, type Notice } from '@hearth/scheduler';
import type { RunnerStatus } from '@hearth/wire';

import type { RunErrand } from '../errands/desk.ts';
import type { RunsContext } from '../runs/context.ts';
import { snapshot } from '../runs/snapshot.ts';
import { deliver } from './deliver.ts';
import { jobRecords } from './records.ts';

/** Tells the operator what needs a person, each thing once. */
export interface NoticeWatch {
  /** Tells of something at once. */
  tell(notice: Notice): void;
  /** Looks at what may need a person now; it does so by itself once a minute. */
  look(): void;
  /** Looks no more; resolves when what is on its way has arrived or failed. */
  close(): Promise<void>;
}

/** Between two looks at what may need a person, in milliseconds. Whatever was not taken is tried again then. */
const LOOK_EVERY = 60_000;

/** Starts to look. Without `notify` in the manifest nothing is sent, and what needs a person is in the log alone. */
export function watchNotices(
  context: RunsContext,
  notify: Notify | null,
  run: RunErrand,
): NoticeWatch {
  const { queue, now, log } = context;
  const startedAt = now();
  const sending = new Map<string, Promise<void>>();
  /** What is to be told of by itself, such as a death, until it was taken. */
  const pending = new Map<string, Notice>();

  function look(): void {
    const seen = snapshot(context);
    const all: Concern[] = jobRecords(context, seen, startedAt).flatMap((record) =>
      concerns(record, seen.house),
    );
    all.push(...context.runners.show(seen.house.now).map(silence));
    for (const { key, notice } of all) {
      if (notice !== null) send(notice);
      else if (!sending.has(key)) queue.clearNotice(key);
    }
    for (const notice of pending.values()) send(notice);
  }

  /** Sends what has not been sent. That it was is noted only once it was taken, so that nothing is lost. */
  function send(notice: Notice): void {
    const { key } = notice;
    if (sending.has(key) || queue.noticeSent(key) !== null) return;
    if (notify === null) {
      log(`notice: ${notice.message}`);
      taken(key);
      return;
    }
    const sent = deliver(notify, notice, run)
      .then(
        () => taken(key),
        (error: unknown) =>
          log(`a notice could not be delivered: ${String(error)}; it is tried again`),
      )
      .finally(() => sending.delete(key));
    sending.set(key, sent);
  }

  function taken(key: string): void {
    pending.delete(key);
    queue.recordNotice(key, now());
  }

  const timer = setInterval(look, LOOK_EVERY);
  return {
    look,
    tell(notice) {
      pending.set(notice.key, notice);
      send(notice);
    },
    async close() {
      clearInterval(timer);
      await Promise.all(sending.values());
    },
  };
}

/**
 * A runner that has fallen silent while it holds attempts. Its runs are not given away for that: they may go on, and only a
 * person can know that it will not come back.
 */
function silence({ name, silent, running, last_seen_at }: RunnerStatus): Concern {
  const key = `silent:${name}`;
  if (!silent || running === 0) return { key, notice: null };
  const message =
    `Runner ${name} has said nothing since ${last_seen_at} and holds ${running} attempts, which are not given away. ` +
    `If it will not come back: hearth runner forget ${name}`;
  return { key, notice: { key, title: `Runner ${name} is silent`, message } };
}
