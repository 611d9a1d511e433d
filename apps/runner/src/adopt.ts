import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { Attempt } from './attempt.ts';
import type { House } from './house.ts';
import { because, named } from './log.ts';
import { untilGone } from './place.ts';
import { argumentsOf, listProcesses, lives, type Process } from './process-table.ts';
import { hasRecord, readRecord, recordPath, type AttemptRecord } from './records.ts';
import { attemptFolder, type Supervisor } from './start.ts';

/**
 * Finds every attempt that an earlier runner held and did not finish with. An exit record is believed first,
 * whatever became of the process and of the machine; without one the process is looked for, by its number and the
 * moment it began. What never came to have a process is dropped: the gateway, which does not see it listed, gives
 * its run away again.
 */
export async function adopt(house: House): Promise<Attempt[]> {
  const adopted: Attempt[] = [];
  for (const id of await readdir(join(house.folder, 'attempts'))) {
    const folder = attemptFolder(house, id);
    if (hasRecord(folder, 'reported')) continue;
    const record = await recordOf(house, folder, id);
    if (record === null) continue;
    const supervisor = supervisorOf(house, folder);
    if (supervisor === null) {
      house.log(
        `${named(record)}, attempt ${id}, had not begun when the last runner ended: dropping it`,
      );
      await rm(folder, { recursive: true });
    } else {
      const attempt = Attempt.adopt(house, record, supervisor);
      const begun = readRecord(folder, 'stop');
      if (begun !== null) attempt.stop(begun.reason);
      adopted.push(attempt);
    }
  }
  return adopted;
}

/** Who the attempt is; null, with nothing left to do for it, where a power cut has taken that. */
async function recordOf(house: House, folder: string, id: string): Promise<AttemptRecord | null> {
  try {
    const record = readRecord(folder, 'attempt');
    if (record !== null) return record;
    if (hasRecord(folder, 'attempt')) throw new Error('a power cut has left nothing of it');
    await rm(folder, { recursive: true });
    return null;
  } catch (error) {
    house.log(
      `the record of attempt ${id} cannot be read, so it counts as lost: ${because(error)}`,
    );
    await rename(recordPath(folder, 'attempt'), recordPath(folder, 'reported'));
    return null;
  }
}

/** The supervisor of an attempt, which may be gone already; null where there never was one. */
function supervisorOf(house: House, folder: string): Supervisor | null {
  const where = readRecord(folder, 'started') ?? readRecord(folder, 'starting');
  if (where !== null) {
    const { supervisor_pid: pid, supervisor_start_ticks: ticks } = where;
    return where.boot_id === house.boot && lives(pid, ticks) ? watched(house, pid, ticks) : GONE;
  }
  const found = findSupervisor(folder);
  if (found !== null) return watched(house, found.pid, found.startTicks);
  // It may have written something and gone in the meantime.
  return hasRecord(folder, 'started') || hasRecord(folder, 'exit') ? GONE : null;
}

const FOUND_GONE = 'its supervisor was found gone';
const GONE: Supervisor = { gone: Promise.resolve(FOUND_GONE) };

function watched(house: House, pid: number, startTicks: number): Supervisor {
  const gone = untilGone(pid, startTicks, house.leaving).then(() => FOUND_GONE);
  // It rejects when the runner leaves, which nobody need be waiting for.
  gone.catch(() => {});
  return { gone };
}

/** A supervisor that has written nothing yet is known by its command line, which names the folder. */
function findSupervisor(folder: string): Process | null {
  const found = listProcesses().find(
    ({ pid, session, living }) => living && pid === session && argumentsOf(pid).includes(folder),
  );
  return found ?? null;
}
