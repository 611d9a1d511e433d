import type { Machine } from './machine.ts';

/** Runs a shell script in a machine and resolves with its standard output. Rejects, with what it said, unless it ends with 0. */
export async function shell(machine: Machine, script: string): Promise<string> {
  const { code, stdout, stderr } = await machine.run(['sh', '-c', script]);
  if (code !== 0) throw new Error(`\`${script}\` ended with ${code}: ${stdout}${stderr}`);
  return stdout;
}
