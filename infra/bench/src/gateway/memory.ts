import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Found, Row } from '../report.ts';
import { held, type Verdict } from '../verdict.ts';
import { coldNode } from '../cold-node.ts';
import { Caller } from './caller.ts';
import { CONTENDERS, serve, type Key } from './contenders.ts';

/** How much is measured. */
export interface MemoryOptions {
  readonly machineUrl: string;
  readonly keys: readonly Key[];
  /** How often hearth is started to see what it takes when idle: that differs from start to start by a few MiB. */
  readonly starts: number;
  readonly folder: string;
  readonly say: (sentence: string) => void;
}

/** 90 MB, in MiB. */
const MOST_IDLE = 85.8;
const WARM_UP = 100;
const CALLS = 10_000;
/** Milliseconds from the moment at which a contender serves to that at which it is called idle. */
const SETTLING = 3000;

/** Resident memory of fresh processes: idle, after a warm-up, and after many calls, one after another without a pause. */
export async function memory(options: MemoryOptions): Promise<Found> {
  const { machineUrl, keys, starts, folder, say } = options;
  const rows: Row[] = [];
  const verdicts: Verdict[] = [];
  const node = coldNode(folder);
  for (const key of keys) {
    const { name, terms } = CONTENDERS[key];
    const idle: number[] = [];
    const before = key === 'hearth' ? starts - 1 : 0;
    for (let start = 0; start < before; start += 1) {
      await using served = await serve(key, machineUrl, join(folder, `idle-${start}`), { node });
      await sleep(SETTLING);
      idle.push(served.process.rss());
    }
    say(`${name}: ${CALLS} calls`);
    await using served = await serve(key, machineUrl, join(folder, `memory-${key}`), { node });
    await sleep(SETTLING);
    idle.push(served.process.rss());
    await using caller = new Caller(served);
    await ask(caller, key, WARM_UP);
    const warm = served.process.rss();
    await ask(caller, key, CALLS);
    const used = served.process.rss();
    rows.push(
      { name: `${name}, idle`, terms, figures: idle },
      { name: `${name}, ${WARM_UP} calls`, terms, figures: [warm] },
      { name: `${name}, ${WARM_UP + CALLS} calls`, terms, figures: [used] },
    );
    if (key !== 'hearth') continue;
    verdicts.push(
      held('hearth, memory idle (MiB)', idle, { atMost: MOST_IDLE }),
      held(`hearth, memory that ${CALLS} calls add (%)`, [(used / warm - 1) * 100], { atMost: 20 }),
    );
  }
  return { tables: [{ title: 'Resident memory', unit: 'MiB', rows }], verdicts };
}

/** Every other call is a stream, but not with Portkey, which lets 25 ms pass in each. */
async function ask(caller: Caller, key: Key, calls: number): Promise<void> {
  for (let call = 0; call < calls; call += 1) {
    if (call % 2 === 0 && key !== 'portkey') await caller.stream();
    else await caller.whole();
  }
}
