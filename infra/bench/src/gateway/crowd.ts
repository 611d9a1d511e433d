import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { seededRandom } from '@hearth/test-kit';

import type { Found, Row } from '../report.ts';
import { held, type Verdict } from '../verdict.ts';
import { audit, charged, isBusy, type Books } from './audit.ts';
import { Caller, type Where } from './caller.ts';
import { CONTENDERS, serve } from './contenders.ts';
import { ModelMachine } from './model-machine.ts';
import { wave, type Fate } from './wave.ts';

const CALLERS = 1000;
/** With eight tokens an answer, a call takes 20 ms, and a full line of 256 about five seconds. */
const RATE = 400;
const WARM_UP = 100;
/** Milliseconds from the last call of a wave until the memory is read. */
const SETTLING = 2000;
/** What may become of a caller. */
const EXPECTED = ['answered', 'hung up', '429 queue-full'];

/** All that was seen of the waves. */
interface Seen {
  /** Of each wave. */
  readonly fates: readonly (readonly Fate[])[];
  /** Resident memory before the waves, and after each. */
  readonly resident: readonly number[];
  /** What the heap holds of use then, garbage left out. */
  readonly heap: readonly number[];
  readonly mostAtOnce: number;
  readonly books: Books;
  /** Seconds that the budget was charged, by the gateway that did it and by the next one on the same folder. */
  readonly charged: number;
  readonly chargedStill: number;
  /** Seconds from the moment at which the gateway was told to end until it was gone. */
  readonly ending: number;
}

/**
 * Waves of a thousand callers at once, of whom a third hang up. The machine says how many calls were on it together, the
 * record what became of each, the budget what it was charged, also after a restart.
 */
export async function crowd(
  folder: string,
  waves: number,
  say: (sentence: string) => void,
): Promise<Found> {
  const seen = await watched(join(folder, 'crowd'), waves, say);
  const { name, terms } = CONTENDERS.hearth;
  const title = `${CALLERS} callers at once`;
  const over = (figures: readonly number[]): Row[] =>
    figures.map((figure, nth) => {
      const when = nth === 0 ? `${WARM_UP} calls` : `after wave ${nth}`;
      return { name: `${name}, ${when}`, terms, figures: [figure] };
    });
  return {
    tables: [
      { title: `${title}, what became of them`, unit: 'in a wave', rows: outcomes(seen.fates) },
      { title: `${title}, the ends in the record`, unit: 'in all waves', rows: ends(seen.books) },
      { title: `${title}, resident memory`, unit: 'MiB', rows: over(seen.resident) },
      { title: `${title}, what the heap holds of use`, unit: 'MiB', rows: over(seen.heap) },
    ],
    verdicts: judged(seen).map(({ what, ...verdict }) => ({
      what: `a crowd: ${what}`,
      ...verdict,
    })),
  };
}

async function watched(
  folder: string,
  waves: number,
  say: (sentence: string) => void,
): Promise<Seen> {
  const random = seededRandom(1);
  await using machine = await ModelMachine.start({ kind: 'llama.cpp', rate: RATE });
  await using served = await serve('hearth', machine.url, folder, { inspected: true });
  await warmUp(served);
  const resident = [served.process.rss()];
  const heap = [await served.process.heap()];
  const fates: Fate[][] = [];
  for (let nth = 1; nth <= waves; nth += 1) {
    fates.push(await wave(served, CALLERS, random));
    while (await isBusy(served.url)) await sleep(50);
    await sleep(SETTLING);
    resident.push(served.process.rss());
    heap.push(await served.process.heap());
    say(`wave ${nth} of ${waves}`);
  }
  const books = await audit(served.url, fates.flat());
  const chargedFirst = await charged(served.url);
  const { mostAtOnce } = await machine.tell();
  const ending = await served.process.end();
  await using next = await serve('hearth', machine.url, folder);
  const chargedStill = await charged(next.url);
  return { fates, resident, heap, mostAtOnce, books, charged: chargedFirst, chargedStill, ending };
}

async function warmUp(where: Where): Promise<void> {
  await using caller = new Caller(where);
  for (let call = 0; call < WARM_UP; call += 1) await caller.whole();
}

function judged({ books, ...seen }: Seen): Verdict[] {
  const strange = seen.fates.flat().filter(({ outcome }) => !EXPECTED.includes(outcome)).length;
  const none = { atMost: 0 };
  const alike = { atMost: 0.001 };
  return [
    held('most calls on the machine together', [seen.mostAtOnce], { atMost: 1 }),
    held('callers with another outcome', [strange], none),
    held('callers without their one record', [books.wrong], none),
    held("records that are nobody's, open or lost", [books.astray], none),
    held('charged beside what ran (s)', [Math.abs(seen.charged - books.ran)], alike),
    held('the same after a restart (s)', [Math.abs(seen.chargedStill - books.ran)], alike),
    held('time to end when told to (s)', [seen.ending], { atMost: 2 }),
    // What is kept of a crowd is what the heap holds of use; the first one has code compiled for what no call did before
    // it. How much a process has beside that is for V8 and the allocator to say, and goes up and down from wave to wave.
    held('heap that the waves after the first add (%)', [added(seen.heap, 1)], { atMost: 5 }),
    held('resident memory that they add (%)', [added(seen.resident, 1)], null),
    held('resident memory that all waves add (%)', [added(seen.resident, 0)], null),
  ];
}

/** How much larger, in percent, the last figure is than the one at that place. */
function added(figures: readonly number[], from: number): number {
  return ((figures.at(-1) ?? 0) / (figures[from] ?? 0) - 1) * 100;
}

function outcomes(fates: Seen['fates']): Row[] {
  const names = [...new Set(fates.flat().map(({ outcome }) => outcome))].sort();
  return names.map((name) => ({
    name,
    terms: '',
    figures: fates.map((own) => own.filter(({ outcome }) => outcome === name).length),
  }));
}

function ends(books: Books): Row[] {
  return [...books.ends].map(([name, count]) => ({ name, terms: '', figures: [count] }));
}
