import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

import Database from 'better-sqlite3';

/**
 * Makes a copy a file that needs no log beside it, and looks through all of it; answers null or the first fault found.
 * In a thread that ends with it, because SQLite would hold up all other work for as long (30 ms for each MB).
 */
export async function checkCopy(file: string): Promise<string | null> {
  const order: Order = { checkCopy: file };
  const worker = new Worker(import.meta.filename, {
    workerData: order,
    resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 },
  });
  const [answer] = (await once(worker, 'message')) as [Answer];
  return answer.fault;
}

interface Order {
  readonly checkCopy: string;
}

interface Answer {
  readonly fault: string | null;
}

function look(file: string): string | null {
  const copy = new Database(file);
  try {
    copy.pragma('cache_size = -2000');
    copy.pragma('journal_mode = delete');
    const found = String(copy.pragma('integrity_check(1)', { simple: true }));
    return found === 'ok' ? null : found;
  } finally {
    copy.close();
  }
}

// This file is its own thread: what follows runs there and nowhere else.
if (!isMainThread && isOrder(workerData)) {
  const answer: Answer = { fault: look(workerData.checkCopy) };
  parentPort?.postMessage(answer, []);
}

function isOrder(data: unknown): data is Order {
  return typeof data === 'object' && data !== null && 'checkCopy' in data;
}
