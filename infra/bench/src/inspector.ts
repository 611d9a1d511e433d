/** What is asked of a process by the protocol of Node's inspector. */
export interface Inspector {
  /** Has it collect its garbage, and resolves to what is left of its heap: objects and the bytes of buffers, in MiB. */
  heap(): Promise<number>;
  close(): void;
}

/** What a process that is inspected prints of itself. */
const ADDRESS = /Debugger listening on (ws:\S+)/;

/** One after the other: what the first finds out of use, such as a socket, may let go of more. */
const COLLECTIONS = 3;

/** What `Runtime.getHeapUsage` tells, in bytes. */
interface HeapUsage {
  readonly usedSize: number;
  readonly backingStorageSize: number;
}

/** Connects to a process by what it printed when it began. Rejects where it is not inspected. */
export async function inspect(printed: string): Promise<Inspector> {
  const address = ADDRESS.exec(printed)?.[1];
  if (address === undefined) throw new Error('This process is not inspected.');
  const socket = new WebSocket(address);
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let last = 0;
  const broke = (): void => {
    for (const one of waiting.values()) one.reject(new Error('The inspector hung up.'));
    waiting.clear();
  };
  socket.addEventListener('close', broke);
  socket.addEventListener('error', broke);
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error } = JSON.parse(String(data)) as Reply;
    const one = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) one?.resolve(result);
    else one?.reject(new Error(error.message));
  });
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve());
    socket.addEventListener('error', () => reject(new Error(`Nobody answers at ${address}.`)));
  });

  async function ask(method: string): Promise<unknown> {
    last += 1;
    const one = Promise.withResolvers<unknown>();
    waiting.set(last, one);
    socket.send(JSON.stringify({ id: last, method }));
    return one.promise;
  }

  return {
    async heap() {
      for (let nth = 0; nth < COLLECTIONS; nth += 1) await ask('HeapProfiler.collectGarbage');
      const { usedSize, backingStorageSize } = (await ask('Runtime.getHeapUsage')) as HeapUsage;
      return (usedSize + backingStorageSize) / 2 ** 20;
    },
    close: () => socket.close(),
  };
}

interface Reply {
  readonly id: number;
  readonly result: unknown;
  readonly error?: { readonly message: string };
}
