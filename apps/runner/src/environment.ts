/** Where programs are looked for when nothing else says it. */
const STANDARD_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** The runner's own environment, or what of it a test makes. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What the supervisor itself runs with: nothing of the job's, which could turn it against its owner. */
export function supervisorEnvironment(own: Environment): Record<string, string> {
  return { PATH: own['PATH'] ?? STANDARD_PATH, LANG: 'C.UTF-8' };
}

/** What every job in plain mode and every errand finds: the runner's own, for it runs as the runner's user. */
export function plainBasics(own: Environment): Record<string, string> {
  return {
    HOME: own['HOME'] ?? '/',
    PATH: own['PATH'] ?? STANDARD_PATH,
    LANG: own['LANG'] ?? 'C.UTF-8',
    USER: own['USER'] ?? 'root',
    LOGNAME: own['LOGNAME'] ?? own['USER'] ?? 'root',
    SHELL: own['SHELL'] ?? '/bin/sh',
  };
}

/** What every job in a scope finds; the supervisor adds HOME, USER, LOGNAME and SHELL of the job's user. */
export const SCOPE_BASICS: Readonly<Record<string, string>> = {
  PATH: STANDARD_PATH,
  LANG: 'C.UTF-8',
};

/**
 * The environment of a job as the supervisor reads it: `NAME=VALUE`, each ended by a NUL, and one more at the
 * end. A fault is a name or a value that no process can be given.
 */
export function encodeEnvironment(
  environment: Readonly<Record<string, string>>,
): { readonly bytes: Buffer } | { readonly fault: string } {
  for (const [name, value] of Object.entries(environment)) {
    if (!/^[^=\0]+$/.test(name))
      return { fault: `"${name}" is no name of an environment variable` };
    if (value.includes('\0')) return { fault: `the environment variable ${name} holds a NUL` };
  }
  const entries = Object.entries(environment).map(([name, value]) => `${name}=${value}\0`);
  return { bytes: Buffer.from(`${entries.join('')}\0`) };
}
