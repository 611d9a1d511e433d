import { expect, test } from 'vitest';

import { inFakeHouse, type FakeHouse } from '../runs/fake-house.test.helper.ts';
import { watchNotices, type NoticeWatch } from './watch.ts';

const HOUSE = `
timezone: Europe/London
classes:
  light: { concurrency: 2, memory: 64M, cpu: 50% }
probes:
  nas: { tcp: "nas.lan:445" }
jobs:
  backup: { class: light, command: [/bin/true], timeout: 2h, needs: [nas], schedule: "0 3 * * *", stale_after: 3d }
  often: { class: light, command: [/bin/true], timeout: 2h, schedule: { every: 10m }, overlap: skip }
`;

/** Nothing is declared that would be run. */
const noCommand = (): Promise<never> => Promise.reject(new Error('no command is declared'));

/** Lets a length of time pass, with a look at what may need a person each hour, and answers what was told meanwhile. */
function told(house: FakeHouse, watch: NoticeWatch, hours: number): string[] {
  const before = house.lines.length;
  for (let hour = 0; hour < hours; hour++) {
    house.wait(3600);
    watch.look();
  }
  return house.lines.slice(before).filter((line) => line.startsWith('notice: '));
}

test('a backup that silently parks is told of once, and again only after it was over', async () => {
  await inFakeHouse(HOUSE, '2026-01-05T02:00:00Z', async (house) => {
    const watch = watchNotices(house.context, null, noCommand);
    house.down.set('nas', house.now);
    const parked = told(house, watch, 5).filter((line) => line.includes('nas'));
    expect(parked).toHaveLength(1);
    expect(parked[0]).toMatch(/^notice: Run \d+ of backup waits for nas, which has been down for/);

    house.down.delete('nas');
    expect(told(house, watch, 2).filter((line) => line.includes('nas'))).toEqual([]);
    house.down.set('nas', house.now);
    expect(told(house, watch, 5).filter((line) => line.includes('nas'))).toHaveLength(1);
    await watch.close();
  });
});

test('a job that has not succeeded for too long is told of, also after a restart, once', async () => {
  await inFakeHouse(HOUSE, '2026-01-05T02:00:00Z', async (house) => {
    const watch = watchNotices(house.context, null, noCommand);
    house.down.set('nas', house.now);
    const stale = told(house, watch, 80).filter((line) => line.includes('has not succeeded'));
    expect(stale).toHaveLength(1);
    expect(stale[0]).toContain('it should within 3d');
    await watch.close();
    house.reopen();
    const after = watchNotices(house.context, null, noCommand);
    expect(told(house, after, 2).filter((line) => line.includes('not succeeded'))).toEqual([]);
    await after.close();
  });
});

test('a run that never ends is told of twice in words: it is overdue, and its job skips its runs', async () => {
  await inFakeHouse(HOUSE, '2026-01-05T02:00:00Z', async (house) => {
    const watch = watchNotices(house.context, null, noCommand);
    house.wait(600);
    const attempt = house.claim();
    expect(attempt?.job).toBe('often');
    const lines = told(house, watch, 4);
    expect(lines.filter((line) => line.includes('were skipped'))).toHaveLength(1);
    expect(lines.filter((line) => line.includes('promised were 2h'))).toHaveLength(1);
    await watch.close();
  });
});

test('a runner that falls silent while it holds a run is told of once, and nothing is given away', async () => {
  await inFakeHouse(HOUSE, '2026-01-05T02:00:00Z', async (house) => {
    const watch = watchNotices(house.context, null, noCommand);
    house.wait(600);
    const attempt = house.claim();
    house.hear();
    const lines = told(house, watch, 3).filter((line) =>
      line.includes('Runner pi has said nothing'),
    );
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('hearth runner forget pi');
    expect(house.queue.openAttempts().map(({ run }) => run.id)).toEqual([attempt?.run_id]);
    await watch.close();
  });
});
