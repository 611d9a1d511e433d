import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Assignment } from '@hearth/wire';

import { encodeEnvironment, supervisorEnvironment } from './environment.ts';
import type { House } from './house.ts';
import { because } from './log.ts';
import { outputPath } from './output.ts';
import { writeRecord, type AttemptRecord } from './records.ts';

/** The process that waits beside a job and writes its end down. */
export interface Supervisor {
  /** Resolves as it is gone, with how it went: "its supervisor was ended by SIGKILL". */
  readonly gone: Promise<string>;
}

/** Why an attempt could not be started. */
export interface Fault {
  readonly fault: string;
}

/** Path of the program that waits beside a job. */
export const SUPERVISOR: string = fileURLToPath(new URL('../attempt.pl', import.meta.url));

/** Path of the folder of an attempt. */
export function attemptFolder(house: Pick<House, 'folder'>, attemptId: string): string {
  return join(house.folder, 'attempts', attemptId);
}

/**
 * Starts the supervisor of an attempt, and with it the job. Its folder and its record are there before anything
 * runs, so that a runner that dies at any moment leaves nothing that the next one cannot find.
 */
export async function start(
  house: House,
  assignment: Assignment,
  record: AttemptRecord,
): Promise<Supervisor | Fault> {
  const environment = encodeEnvironment({ ...house.place.basics, ...assignment.environment });
  if ('fault' in environment) return environment;
  try {
    const fault = nameFault(assignment) ?? (await classFault(house, assignment));
    if (fault !== null) return { fault };
    const folder = attemptFolder(house, assignment.attempt_id);
    const home = join(house.folder, 'jobs', assignment.job);
    const words = supervisorWords(house, assignment, folder, home);
    const [line] = await Promise.all([
      house.place.commandLine(assignment, words),
      layOut(folder, record),
      mkdir(home, { recursive: true }),
    ]);
    return await run(house, line, folder, environment.bytes);
  } catch (error) {
    return { fault: `hearth could not start it: ${because(error)}` };
  }
}

/** Why nothing of its class may start here; the runner then claims nothing more of the class until that is mended. */
async function classFault(house: House, assignment: Assignment): Promise<string | null> {
  const fault = await house.place.fault(assignment);
  if (fault !== null) house.refuse(assignment.class, fault);
  return fault;
}

/** Makes the folder of an attempt, with its record in it. */
async function layOut(folder: string, record: AttemptRecord): Promise<void> {
  // Whoever is in the runner's group may read what jobs write, as the gateway does; no job is in it.
  await mkdir(folder, { mode: 0o750 });
  await writeRecord(folder, 'attempt', record, false);
}

/** The command line of the supervisor. */
function supervisorWords(
  house: House,
  assignment: Assignment,
  folder: string,
  home: string,
): string[] {
  const { working_folder: place, umask, nice } = assignment;
  const user = house.place.userOf(assignment);
  return [
    'perl',
    SUPERVISOR,
    folder,
    `home=${home}`,
    ...(place === null ? [] : [`place=${place}`]),
    ...(user === '' ? [] : [`user=${user}`]),
    `umask=${umask}`,
    ...(nice === 0 ? [] : [`nice=${nice}`]),
    `keep=${house.outputCap}`,
    '--',
    ...assignment.command,
  ];
}

async function run(
  house: House,
  [program = '', ...rest]: readonly string[],
  folder: string,
  environment: Buffer,
): Promise<Supervisor> {
  const output = await open(outputPath(folder), 'a', 0o640);
  try {
    // Detached, it leads a session of its own: no Ctrl-C meant for the runner reaches it, and it outlives the runner.
    const child = spawn(program, rest, {
      cwd: folder,
      detached: true,
      env: supervisorEnvironment(house.environment),
      stdio: ['pipe', output.fd, output.fd],
    });
    const gone = new Promise<string>((resolve) => {
      child.once('exit', (code, signal) =>
        resolve(
          `its supervisor ${signal === null ? `exited with code ${code}` : `was ended by ${signal}`}`,
        ),
      );
    });
    await spawned(child, program);
    child.unref();
    // A supervisor that dies before it has read all is told of by its exit.
    child.stdin?.on('error', () => {});
    child.stdin?.end(environment);
    return { gone };
  } finally {
    await output.close();
  }
}

/** Resolves as the process is there. Rejects with a sentence where it cannot be started. */
export async function spawned(child: ChildProcess, program: string): Promise<void> {
  try {
    await once(child, 'spawn');
  } catch (error) {
    switch ((error as NodeJS.ErrnoException).code) {
      case 'ENOENT':
        throw new Error(`there is no program ${program} on this machine`, { cause: error });
      case 'EACCES':
        throw new Error(`${program} may not be executed: chmod +x would let it`, { cause: error });
      default:
        throw error;
    }
  }
}

/** Why the names in an assignment cannot be those of a folder and of a unit; null when they can. */
function nameFault({ job, class: className }: Assignment): string | null {
  const wrong = [job, className].find((name) => !/^[A-Za-z0-9][A-Za-z0-9_.-]{0,62}$/.test(name));
  return wrong === undefined ? null : `"${wrong}" cannot be the name of a folder or a unit`;
}
