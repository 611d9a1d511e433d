import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Found, Row } from '../report.ts';
import { held } from '../verdict.ts';
import { Caller } from './caller.ts';
import { CONTENDERS, serve, type Key } from './contenders.ts';
import { gaps } from './handover.ts';
import { ModelMachine } from './model-machine.ts';

/** With eight tokens an answer, a call takes a second. */
const RATE = 8;
/** So many callers, each asking again at once: there are always some that wait. */
const CALLERS = 20;

/**
 * Keeps machines whose calls take a second busy for so many seconds, each through a contender of its own and at the same
 * time, and answers for what part of it they were idle.
 */
export async function saturation(
  keys: readonly Key[],
  folder: string,
  span: number,
): Promise<Found> {
  const rows = await Promise.all(
    keys.map(async (key): Promise<Row & { readonly key: Key }> => {
      const { name } = CONTENDERS[key];
      const idle = await idlePart(key, join(folder, `saturation-${key}`), span);
      return { key, name, terms: 'calls of a second', figures: [idle * 100] };
    }),
  );
  const hearth = rows.find(({ key }) => key === 'hearth')?.figures ?? [];
  return {
    tables: [{ title: `The machine idle in ${span} s with callers waiting`, unit: '%', rows }],
    verdicts: [
      held(`hearth, machine idle of ${span} s, calls of a second (%)`, hearth, { atMost: 0.5 }),
    ],
  };
}

async function idlePart(key: Key, folder: string, span: number): Promise<number> {
  await using machine = await ModelMachine.start({ kind: 'ollama', rate: RATE });
  await using served = await serve(key, machine.url, folder);
  const over = new AbortController();
  const callers = Array.from({ length: CALLERS }, async () => {
    await using caller = new Caller(served);
    while (!over.signal.aborted) await Promise.race([caller.whole(), aborted(over.signal)]);
  });
  await Promise.race([sleep(span * 1000), ...callers]);
  const { stays } = await machine.tell();
  over.abort();
  await Promise.all(callers);

  const [first] = stays;
  const last = stays.findLast(({ until }) => until !== null);
  if (first === undefined || last === undefined || last.until === null) {
    throw new Error(`${CONTENDERS[key].name} brought the machine nothing to do.`);
  }
  const idle = gaps(stays).reduce((sum, gap) => sum + gap, 0);
  return idle / (last.until - first.from);
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}
