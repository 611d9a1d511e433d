import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:net';

/** Holds a folder until it is released, or this process is gone in whatever way. */
export interface Lock {
  release(): Promise<void>;
}

/**
 * Takes a folder for this process alone; null when another has it. The lock is a listening socket in the kernel's
 * own namespace, named by the folder's device and number: the kernel frees it with its process, also on kill -9,
 * so there is no stale lock, and nothing is written.
 */
export async function lock(folder: string): Promise<Lock | null> {
  const { dev, ino } = await stat(folder);
  const server = createServer((socket) => socket.destroy());
  server.listen(`\0hearth-runner:${dev}:${ino}`);
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return null;
    throw error;
  }
  server.unref();
  return {
    async release() {
      server.close();
      await once(server, 'close');
    },
  };
}
