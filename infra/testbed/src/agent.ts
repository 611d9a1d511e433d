import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { frame, frameReader, type Frame } from './frames.ts';

/** What a command in a machine left behind, byte for byte. */
export interface RawResult {
  /** Its exit code; 128 + n when signal n killed it; 127 when there is no such program. */
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

/** The outer end of the wire to a machine's agent. */
export interface Agent {
  /**
   * Runs a command as a child of the agent, as soon as that has said that it is there. Any number may run at once.
   * Rejects when the wire breaks.
   * @param input what it reads from its standard input, which ends after it
   * @param onStdout is given each piece of its standard output as it arrives
   */
  spawn(
    argv: readonly string[],
    input?: Uint8Array | string,
    onStdout?: (piece: Buffer) => void,
  ): Promise<RawResult>;
  /** Lets go of the wire at once; whatever still waits for the agent is rejected with `reason`. */
  close(reason: Error): void;
  /**
   * To be called when the machine is dead, or about to be: what it had sent by then is still read, to the last byte.
   * Then whatever waits for the agent is rejected with `reason`, and the promise resolves.
   */
  outlive(reason: Error): Promise<void>;
}

interface Pending {
  readonly onStdout: ((piece: Buffer) => void) | undefined;
  readonly stdout: Buffer[];
  readonly stderr: Buffer[];
  readonly resolve: (result: RawResult) => void;
  readonly reject: (reason: Error) => void;
}

const HUNG_UP = 'the machine is gone: its agent hung up';

/** A frame no longer than this, so that no command's input holds up the others. */
const PIECE = 256 * 1024;

/**
 * Listens for one agent at the unix socket `path`, which must not exist yet. Resolves when an agent can connect.
 */
export async function awaitAgent(path: string): Promise<Agent> {
  const pending = new Map<number, Pending>();
  const here = Promise.withResolvers<void>();
  // Nobody need wait for it: who gave up the machine has an error already.
  here.promise.catch(() => {});
  let wire: Socket | undefined;
  let hungUp: Promise<void> | undefined;
  let broken: Error | undefined;
  let last = 0;

  const server = createServer((socket) => {
    wire = socket;
    server.close();
    const read = frameReader();
    socket.on('data', (piece: Buffer) => read(piece).forEach(receive));
    socket.on('error', (cause) => close(new Error(HUNG_UP, { cause })));
    hungUp = new Promise((resolve) => {
      socket.on('close', () => {
        close(new Error(HUNG_UP));
        resolve();
      });
    });
  });
  server.listen(path);
  await once(server, 'listening');

  function receive({ kind, id, bytes }: Frame): void {
    if (kind === 'H') return here.resolve();
    const command = pending.get(id);
    if (kind === 'O') {
      command?.stdout.push(bytes);
      command?.onStdout?.(bytes);
    }
    if (kind === 'E') command?.stderr.push(bytes);
    if (kind === 'X') {
      pending.delete(id);
      const code = bytes.length === 0 ? Number.NaN : Number(bytes.toString('latin1'));
      if (Number.isNaN(code)) {
        return command?.reject(new Error('the agent lost sight of the command'));
      }
      command?.resolve({
        code,
        stdout: Buffer.concat(command.stdout),
        stderr: Buffer.concat(command.stderr),
      });
    }
  }

  function close(reason: Error): void {
    broken ??= reason;
    server.close();
    wire?.destroy();
    here.reject(broken);
    for (const command of pending.values()) command.reject(broken);
    pending.clear();
  }

  return {
    close,
    async outlive(reason) {
      // The wire's own end, which comes in a moment, is not the reason.
      broken ??= reason;
      await hungUp;
      close(reason);
    },
    async spawn(argv, input = '', onStdout) {
      await here.promise;
      if (broken || !wire) throw broken ?? new Error('the agent has no wire');
      const socket = wire;
      last += 1;
      const id = last;
      const { promise, resolve, reject } = Promise.withResolvers<RawResult>();
      pending.set(id, { onStdout, stdout: [], stderr: [], resolve, reject });
      socket.write(frame('R', id, Buffer.from(argv.join('\0'))));
      const bytes = Buffer.from(input);
      for (let at = 0; at < bytes.length; at += PIECE) {
        socket.write(frame('I', id, bytes.subarray(at, at + PIECE)));
      }
      socket.write(frame('C', id, Buffer.alloc(0)));
      return promise;
    },
  };
}
