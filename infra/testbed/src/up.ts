import type { Agent } from './agent.ts';

/**
 * Resolves when a machine's systemd has started everything that belongs to its boot, be it with failures.
 * @param lastWords what can be learnt of a machine that is not up after `deadlineSeconds`; it goes into the error
 */
export async function untilUp(
  agent: Agent,
  deadlineSeconds: number,
  lastWords: () => Promise<string>,
): Promise<void> {
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    agent.close(new Error(`the machine was not up within ${deadlineSeconds} s`));
  }, deadlineSeconds * 1000);
  try {
    const { stdout } = await agent.spawn(['systemctl', 'is-system-running', '--wait']);
    const state = stdout.toString().trim();
    if (state !== 'running' && state !== 'degraded')
      throw new Error(`the machine came up ${state}`);
  } catch (error) {
    if (!late) throw error;
    throw new Error(`${String(error)}. ${await lastWords()}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
