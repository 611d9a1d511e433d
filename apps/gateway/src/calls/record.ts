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
  /** Notes the end of a call, in the same way; `alongside` is written in the same transaction. */
  end(call: EndedCall, alongside: (() => void) | null): void;
  /** Writes what is noted now. To be called before the record is read. */
  flush(): void;
}

/** Makes a recorder on the queue. What happens in one turn of the event loop is one transaction. */
export function createRecorder(queue: Queue, log: (line: string) => void): Recorder {
  let noted: (() => void)[] = [];
  let timer: NodeJS.Immediate | null = null;

  function note(write: () => void): void {
    noted.push(write);
    timer ??= setImmediate(flush);
  }

  function flush(): void {
    if (timer !== null) clearImmediate(timer);
    timer = null;
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
    admit: (call) => note(() => queue.admitCall(call)),
    end(call, alongside) {
      note(() => {
        queue.endCall(call);
        alongside?.();
      });
    },
    flush,
  };
}
