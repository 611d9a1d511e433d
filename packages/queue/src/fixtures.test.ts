import { execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { name, runId } from '@hearth/words';
import { expect, test } from 'vitest';

import { MIGRATIONS } from './migrations/index.ts';
import {
  at,
  claimOf,
  digest,
  exited,
  pi,
  render,
  temporaryFolder,
  temporaryQueue,
} from './temporary.test.helper.ts';

const FIXTURES = fileURLToPath(new URL('../fixtures', import.meta.url));
const SCRIPT = fileURLToPath(new URL('./fixtures.test.child.ts', import.meta.url));

test('there is a fixture of each schema that was ever released', () => {
  const names = MIGRATIONS.map((step) => `schema-${step.version}.db`);
  expect(readdirSync(FIXTURES).toSorted()).toEqual(names.toSorted());
});

test.each(readdirSync(FIXTURES))('the queue finds all of %s and goes on from it', (fixture) => {
  expect(foundIn(join(FIXTURES, fixture))).toMatchObject(CONTENT);
});

test('the script writes such a fixture, and never over one that is there', () => {
  const folder = temporaryFolder();
  const args = ['-C', '@hearth/source', SCRIPT, folder];
  const write = () => execFileSync(process.execPath, args, { stdio: 'pipe' });
  write();
  expect(foundIn(join(folder, `schema-${MIGRATIONS.length}.db`))).toMatchObject(CONTENT);
  expect(write).toThrow('never changes');
});

/** What every fixture holds, and what comes of going on with it. */
const CONTENT = {
  states: [
    [1, digest, 'succeeded'],
    [2, digest, 'dead'],
    [3, digest, 'running'],
    [4, digest, 'cancelled'],
    [5, digest, 'scheduled'],
    [6, render, 'skipped'],
    [7, render, 'ready'],
  ],
  done: {
    parameters: { depth: 3, name: 'grüße' },
    startedAt: at(11),
    attempts: [{ place: 'hearth-1.scope', duration: 60.5, outputBytes: 2048, ending: { code: 0 } }],
  },
  dead: {
    note: 'out of memory; 1 of 1 attempts',
    attempts: [{ ending: { outcome: 'oom', evidence: 'killed at 2 GiB' }, lastOutput: 'loading…' }],
  },
  history: [{ runId: 1, duration: 60.5 }],
  jobs: [{ job: render, mark: at(40), pausedAt: at(50), passedOver: 2 }],
  spent: 10,
  calls: [{ subCaller: 'titles', runId: 3, end: 'length', cap: 512 }],
  reservations: [{ class: 'gpu', closesAt: at(200) }],
  rates: [{ decode: 13.9, samples: [13.8, 14] }],
  notice: at(72),
  clock: at(90),
  keyed: { ok: true, fresh: false, run: { id: 5 } },
  ended: { ok: true, run: { id: 3, state: 'succeeded' } },
  claimed: { ok: true, run: { id: 7, epoch: 1 } },
  counts: { scheduled: 1, ready: 0, running: 1, dead: 1 },
};

function foundIn(fixture: string): object {
  const folder = temporaryFolder();
  copyFileSync(fixture, join(folder, 'hearth.db'));
  const queue = temporaryQueue({ folder });
  const runs = queue.runs({ limit: 99 }).runs.toReversed();
  const open = queue.claimed(pi, 'claim-3');
  return {
    states: runs.map((run) => [run.id, run.job, run.state]),
    done: queue.run(runId(1)),
    dead: queue.run(runId(2)),
    history: queue.history(digest, 9),
    jobs: queue.jobStates(),
    spent: queue.spent(name('digest'), at(0)),
    calls: queue.calls({ limit: 9 }).calls,
    reservations: queue.reservations(at(90)),
    rates: queue.loadRates(),
    notice: queue.noticeSent('run 2 is dead'),
    clock: queue.clockMark(),
    keyed: queue.enqueue({ job: digest, priority: 'user', key: 'upload-7', now: at(90) }),
    ended: open && queue.endAttempt(exited(open.attempt), () => ({ state: 'succeeded' })),
    claimed: queue.claim(claimOf({ job: render })),
    counts: queue.counts(),
  };
}
