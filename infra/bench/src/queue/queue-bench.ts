import { describeMachine } from '../machine.ts';
import { installPeers, pinned } from '../peers.ts';
import type { Report } from '../report.ts';
import { Unavailable } from '../unavailable.ts';
import { workFolder } from '../work-folder.ts';
import { adding } from './adding.ts';
import { Arena } from './arena.ts';
import { COMPLETING, completing } from './completing.ts';
import { million } from './million.ts';
import { redisVersion } from './redis.ts';
import { sqliteVersion } from './sqlite.ts';

/** With the thousand that may start: a million ready runs. */
const BARRED = 999_000;

/** hearth's queue beside plainjob, BullMQ and bare statements. */
export async function queueBench(say: (sentence: string) => void): Promise<Report> {
  const problem = installPeers();
  const folder = workFolder('queue');
  const claims = million(folder, BARRED, say);
  await using arena = await Arena.open(COMPLETING, folder);
  const runs = await completing(arena, say);
  const added = await adding(arena, say);
  return {
    bench: 'queue',
    machine: describeMachine(folder, parts()),
    tables: [...runs.tables, ...claims.tables, ...added],
    verdicts: [...runs.verdicts, ...claims.verdicts],
    skipped: [...(problem === null ? [] : [problem]), ...arena.skipped],
  };
}

function parts(): Record<string, string> {
  const { plainjob = '', bullmq = '' } = pinned();
  return { SQLite: sqliteVersion(), plainjob, BullMQ: bullmq, Redis: redis() };
}

function redis(): string {
  try {
    return redisVersion();
  } catch (error) {
    if (error instanceof Unavailable) return 'not installed';
    throw error;
  }
}
