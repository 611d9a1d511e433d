import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Agent } from './agent.ts';
import { ENVIRONMENT, lastLines } from './command.ts';

/** Runs its arguments unless its parent is not the one that it should be: that one died too early to be watched. */
const IF_OWNED = '[ "$PPID" = "$0" ] || exit 1; exec "$@"';

/**
 * Starts the process that a machine lives by. The kernel kills it when this process dies, however it dies.
 * When it ends, what waits for the machine's agent is told so, with the last that the process said.
 */
export function startOwned(argv: readonly string[], agent: Agent): ChildProcess {
  const owned = ['--pdeathsig', 'KILL', 'sh', '-c', IF_OWNED, String(process.pid), ...argv];
  const child = spawn('setpriv', owned, {
    env: ENVIRONMENT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const listen = (piece: Buffer) => (said = lastLines(said + piece.toString(), 40));
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  child.on('error', (cause) =>
    agent.close(new Error('the machine could not be started', { cause })),
  );
  child.on('close', (code, signal) => {
    void agent.outlive(new Error(`the machine ended (${signal ?? code}). It said: ${said}`));
  });
  return child;
}

/** Kills a machine's process by `kill`, unless it has ended already, and resolves when it has. */
export async function endOwned(child: ChildProcess, kill: () => unknown): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = once(child, 'exit');
  kill();
  await ended;
}
