import { execFile } from 'node:child_process';

/** What a command left behind. */
export interface CommandResult {
  /** Its exit code; 128 + n when signal n killed it. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The environment of commands of this computer: programs of root are found though they are not on everybody's path. */
export const ENVIRONMENT: Readonly<Record<string, string | undefined>> = {
  ...process.env,
  PATH: `${process.env['PATH'] ?? ''}:/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin`,
};

/**
 * Runs a command of this computer and resolves with its standard output.
 * Rejects when it cannot be started or ends with another code than 0; the message holds the end of its
 * output, its cause the whole command line.
 */
export function command(argv: readonly string[]): Promise<string> {
  const [file = '', ...args] = argv;
  const options = { env: ENVIRONMENT, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve, reject) => {
    execFile(file, args, options, (error, stdout, stderr) => {
      if (!error) return resolve(stdout);
      const said = lastLines(stderr.trim() === '' ? stdout : stderr, 10);
      reject(new Error(`${file} failed: ${said === '' ? error.message : said}`, { cause: error }));
    });
  });
}

/** The last `count` lines of a text, without the empty ones at its end. */
export function lastLines(text: string, count: number): string {
  return text.trimEnd().split('\n').slice(-count).join('\n');
}
