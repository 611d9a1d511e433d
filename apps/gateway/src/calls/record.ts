import type { AdmittedCall, ArrivedCall, EndedCall, Queue } from '@hearth/queue';
import type { CallId } from '@hearth/words';

/** Writes the record of calls. */
export interface Recorder {
  /** Throws `StorageError` where the queue cannot be written: then nothing must be sent. */
  open(call: ArrivedCall): CallId;
  /** From here on a call is under way: a record that fails is told to the operator, and takes nobody's answer. */
  admit(call: AdmittedCall): void;
  /** `alongside` is written in the same transaction. */
  end(call: EndedCall, alongside?: () => void): void;
}

/** Makes a recorder on the queue. */
export function createRecorder(queue: Queue, log: (line: string) => void): Recorder {
  function attempt(what: string, id: CallId, write: () => void): void {
    try {
      write();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log(`error: ${what} of call ${id} could not be recorded: ${reason}`);
    }
  }

  return {
    open: (call) => queue.openCall(call),
    admit: (call) => attempt('the start', call.id, () => queue.admitCall(call)),
    end: (call, alongside) =>
      attempt('the end', call.id, () =>
        queue.write(() => {
          queue.endCall(call);
          alongside?.();
        }),
      ),
  };
}
