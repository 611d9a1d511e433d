import type { AdmittedCall, ArrivedCall, EndedCall, Queue } from '@hearth/queue';
import type { CallId } from '@hearth/words';

/** Writes the record of calls. */
export interface Recorder {
  /** Throws `StorageError` where the queue cannot be written: then nothing must be sent. */
  open(call: ArrivedCall): CallId;
  /**
   * Notes that a call was sent. It is written in the same turn of the event loop, after what the loop has to send. A
   * record that fails is told to the operator; it takes nobody's answer.
   */
  admit(call: AdmittedCall): void;
  /**
   * Notes the end of a call, which is written with what is noted next, soon at the latest: whoever has just got an answer
   * is likely to ask again, and is not to wait for the writing. `alongside` is written in the same transaction.
   */
  end(call: EndedCall, alongside: (() => void) | null): void;
  /** Writes what is noted now. To be called before the record is read. */
  flush(): void;
}

/** The longest that an end is only noted, in milliseconds. One that a kill takes is found open at the next start. */
const SOON = 10;

/** Makes a recorder on the queue. What is noted together is one transaction. */
export function createRecorder(queue: Queue, log: (line: string) => void): Recorder {
  let noted: (() => void)[] = [];
  let next: NodeJS.Immediate | null = null;
  let soon: NodeJS.Timeout | null = null;

  function flush(): void {
    if (next !== null) clearImmediate(next);
    if (soon !== null) clearTimeout(soon);
    next = null;
    soon = null;
    const writes = noted;
    noted = [];
    if (writes.length === 0) return;
    try {
      queue.write(() => {
        for (const write of writes) write();
      });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log(`error: the record of ${writes.length} calls could not be written: ${reason}`);
    }
  }

  return {
    open: (call) => queue.openCall(call),
    admit(call) {
      noted.push(() => queue.admitCall(call));
      next ??= setImmediate(flush);
    },
    end(call, alongside) {
      noted.push(() => {
        queue.endCall(call);
        alongside?.();
      });
      if (next === null) soon ??= setTimeout(flush, SOON);
    },
    flush,
  };
}
