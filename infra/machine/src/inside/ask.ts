import type { Run } from '@hearth/wire';

/** The gateway of this machine. */
const GATEWAY = 'http://127.0.0.1:4327/hearth/v1';

/** What the gateway said to a request for a run. */
export interface Enqueued {
  readonly id: number;
  /** False where the same key had made it before. */
  readonly created: boolean;
}

/**
 * Asks for a run by plain HTTP: no client of hearth's own, which tries to be helpful, stands between. Rejects when
 * there is no answer, or another one than that the run is there.
 */
export async function enqueue(job: string, key?: string): Promise<Enqueued> {
  const response = await fetch(`${GATEWAY}/runs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ job, key }),
  });
  const { status } = response;
  if (status !== 200 && status !== 201) throw new Error(`${status}: ${await response.text()}`);
  return { id: ((await response.json()) as Run).id, created: status === 201 };
}

/** A run with its attempts. Rejects where there is none of that id. */
export async function show(id: number): Promise<Run> {
  const response = await fetch(`${GATEWAY}/runs/${id}`);
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as Run;
}

/** The states in which a run stays. */
const OVER: ReadonlySet<string> = new Set(['succeeded', 'dead', 'cancelled', 'skipped']);

/** The run once it is over. */
export async function untilOver(id: number): Promise<Run> {
  for (;;) {
    const run = await show(id);
    if (OVER.has(run.state)) return run;
    await pause(0.2);
  }
}

/** Waits for so many seconds. */
export function pause(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}
