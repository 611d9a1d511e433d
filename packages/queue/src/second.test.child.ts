import { writeSync } from 'node:fs';

import { instant } from '@hearth/words';

import { openQueue } from './open.ts';

// A process of its own that opens the queue of a folder, says in one line what came of it, and holds it until it is killed.
const [folder = ''] = process.argv.slice(2);
const began = performance.now();
const opened = openQueue({ folder, now: instant(0) });
const took = performance.now() - began;
const answer = opened.ok ? { ok: true, took } : { ok: false, took, problem: opened.problem };
writeSync(1, `${JSON.stringify(answer)}\n`);
if (opened.ok) setInterval(() => undefined, 1000);
