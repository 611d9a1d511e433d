import { after, seconds } from '@hearth/words';
import { expect, test, vi } from 'vitest';

import { inFakeHouse } from './fake-house.test.helper.ts';
import { nextMoment } from './next-moment.ts';
import { createScheduler, lookOnce } from './scheduler.ts';

const HOUSE = `
timezone: Europe/London
classes:
  light: { concurrency: 2, memory: 64M, cpu: 50% }
jobs:
  digest: { class: light, command: [/bin/true], timeout: 1m, retry: { backoff: 2ms } }
`;

test('a run that comes due while the scheduler is looking is looked at again at once', async () => {
  await inFakeHouse(HOUSE, '2026-01-05T10:00:00Z', (house) => {
    const [job] = house.context.manifest.jobs.values();
    if (job === undefined) throw new Error('the house has a job');
    const runAt = after(house.now, seconds(0.001));
    house.queue.enqueue({ job: job.name, priority: job.priority, now: house.now, runAt });
    // A clock that goes on between two questions, as a real one does.
    let asked = 0;
    const start = house.now;
    const now = () => after(start, seconds(0.001 * asked++));
    const context = { ...house.context, now };
    const gate = { trusts: () => true, isSynchronised: () => true };
    const seen = lookOnce(context, gate, start);
    expect(nextMoment(context, seen)).toBe(runAt);
  });
});

const GATE = { trusts: () => true, isSynchronised: () => true, start: async () => {}, close() {} };

test('is not taken for stuck while its timer turns', async () => {
  await inFakeHouse(HOUSE, '2026-01-05T10:00:00Z', (house) => {
    vi.useFakeTimers();
    const scheduler = createScheduler(house.context, GATE);
    try {
      scheduler.look();
      vi.advanceTimersByTime(3_600_000);
      expect(scheduler.fault()).toBeNull();
    } finally {
      scheduler.close();
      vi.useRealTimers();
    }
  });
});

test('is taken for stuck when time goes by and its timer does not fire', async () => {
  await inFakeHouse(HOUSE, '2026-01-05T10:00:00Z', (house) => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const scheduler = createScheduler(house.context, GATE);
    try {
      scheduler.look();
      vi.advanceTimersByTime(119_000);
      expect(scheduler.fault()).toBeNull();
      vi.advanceTimersByTime(1000);
      expect(scheduler.fault()).toBe('the scheduler has not looked at the house for 120 s');
      // One that is closed is not to look any more.
      scheduler.close();
      expect(scheduler.fault()).toBeNull();
    } finally {
      scheduler.close();
      vi.useRealTimers();
    }
  });
});
