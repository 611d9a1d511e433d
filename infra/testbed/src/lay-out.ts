import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bind } from './machine.ts';
import { script } from './script.ts';

/**
 * Writes into a machine's folder what `layer.sh` makes its root of: the agent, which talks to the outside at `path`,
 * and what of this computer is to be seen in it. `needs` are lines of the `[Unit]` section of the agent's unit.
 */
export async function layOut(
  folder: string,
  path: string,
  binds: readonly Bind[],
  needs = '',
): Promise<void> {
  const install = join(folder, 'install');
  const units = join(install, 'etc/systemd/system');
  const programs = join(install, 'usr/local/lib');
  const wants = join(units, 'multi-user.target.wants');
  for (const made of [programs, wants, join(folder, 'layer')])
    await mkdir(made, { recursive: true });
  await cp(script('agent.pl'), join(programs, 'testbed-agent.pl'));
  await writeFile(join(units, 'testbed-agent.service'), agentUnit(path, needs));
  await symlink('../testbed-agent.service', join(wants, 'testbed-agent.service'));
  const rows = binds.map(({ host, inside = host, writable = false }) => [
    writable ? 'rw' : 'ro',
    host,
    inside,
  ]);
  await writeFile(join(folder, 'binds'), table(rows));
}

function agentUnit(path: string, needs: string): string {
  return `[Unit]
Description=The test's hand in this machine
${needs}
[Service]
ExecStart=/usr/bin/perl /usr/local/lib/testbed-agent.pl ${path}
RuntimeDirectory=testbed-verdicts
OOMScoreAdjust=-900
`;
}

/** The text of a table that a shell script reads: a line a row, a tab between fields. */
export function table(rows: readonly (readonly string[])[]): string {
  for (const field of rows.flat()) {
    if (/[\t\n]/.test(field)) {
      throw new Error(
        `a path with a tab or a line break cannot be bound: ${JSON.stringify(field)}`,
      );
    }
  }
  return rows.map((row) => `${row.join('\t')}\n`).join('');
}
