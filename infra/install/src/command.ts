import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Runs a command in a folder and gives what it prints. Rejects with all that it said when it ends with another code than 0. */
export async function command(folder: string, argv: readonly string[]): Promise<string> {
  const [file = '', ...words] = argv;
  const options = { cwd: folder, maxBuffer: 64 * 1024 * 1024 };
  try {
    return (await promisify(execFile)(file, words, options)).stdout;
  } catch (error) {
    const {
      code,
      stdout = '',
      stderr = '',
    } = error as {
      code?: unknown;
      stdout?: string;
      stderr?: string;
    };
    if (code === 'ENOENT') {
      throw new Error(`there is no program ${file} here: run this by "npx -y pnpm@12 …"`, {
        cause: error,
      });
    }
    throw new Error(`${argv.join(' ')} failed:\n${stdout}${stderr}`, { cause: error });
  }
}
