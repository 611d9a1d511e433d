import { expect, test } from 'vitest';

import { inFakeHouse, type FakeHouse } from './fake-house.test.helper.ts';

const CLASSES = `
timezone: Europe/London
classes:
  gpu: { concurrency: 1, memory: 1G, cpu: 100% }
  light: { concurrency: 2, memory: 64M, cpu: 50% }
`;
const WORKDAY = `
windows:
  workday: { days: mon-fri, from: "09:00", to: "17:30", reserves: [gpu], admits: [interactive, user] }
`;
const job = (rest: string): string => `${CLASSES}
jobs:
  digest: { class: light, command: [/bin/true], timeout: 45m, ${rest} }
`;
const WINDOWED = (rest = ''): string => `${CLASSES}${WORKDAY}
jobs:
  digest: { class: gpu, command: [/bin/true], timeout: 45m, schedule: "30 8 * * *"${rest} }
`;

/** The runs so far, the oldest first, as "due instant state". */
function runs({ queue }: FakeHouse): string[] {
  return queue
    .runs({ limit: 100 })
    .runs.toReversed()
    .map((run) => `${new Date(run.dueAt ?? run.runAt).toISOString().slice(0, 16)} ${run.state}`);
}

test('a line with a fixed hour fires once on the day on which its hour is left out', async () => {
  await inFakeHouse(
    job('schedule: "30 1 * * *", overlap: queue'),
    '2026-03-28T12:00:00Z',
    (house) => {
      house.waitUntil('2026-03-30T12:00:00Z');
      expect(runs(house)).toEqual(['2026-03-29T01:00 ready', '2026-03-30T00:30 ready']);
    },
  );
});

test('a line with a fixed hour fires once on the day on which its hour comes twice', async () => {
  await inFakeHouse(
    job('schedule: "30 1 * * *", overlap: queue'),
    '2026-10-24T12:00:00Z',
    (house) => {
      house.waitUntil('2026-10-26T12:00:00Z');
      expect(runs(house)).toEqual(['2026-10-25T00:30 ready', '2026-10-26T01:30 ready']);
    },
  );
});

test('after downtime or a suspend the latest missed instant runs once', async () => {
  await inFakeHouse(job('schedule: { every: 1h }'), '2026-01-05T00:10:00Z', (house) => {
    house.sleepUntil('2026-01-08T12:10:00Z');
    expect(runs(house)).toEqual(['2026-01-08T12:00 ready']);
  });
});

test('with catch_up skip what was missed is not made up for', async () => {
  await inFakeHouse(
    job('schedule: { every: 1h, catch_up: skip }'),
    '2026-01-05T00:10:00Z',
    (house) => {
      house.sleepUntil('2026-01-05T12:10:00Z');
      house.waitUntil('2026-01-05T13:05:00Z');
      expect(runs(house)).toEqual(['2026-01-05T12:00 skipped', '2026-01-05T13:00 ready']);
    },
  );
});

test('a clock that is set back fires nothing twice', async () => {
  await inFakeHouse(
    job('schedule: { every: 1h }, overlap: queue'),
    '2026-01-05T10:50:00Z',
    (house) => {
      house.waitUntil('2026-01-05T11:10:00Z');
      house.sleepUntil('2026-01-05T10:30:00Z');
      house.waitUntil('2026-01-05T12:10:00Z');
      expect(runs(house)).toEqual(['2026-01-05T11:00 ready', '2026-01-05T12:00 ready']);
    },
  );
});

test.each([
  ['skip records what was passed over', 'skip', 'ready', 'skipped'],
  ['queue keeps it', 'queue', 'ready', 'ready'],
  ['replace takes the older one away', 'replace', 'cancelled', 'ready'],
])('while a run is still open, overlap %s', async (_, overlap, first, second) => {
  await inFakeHouse(
    job(`schedule: { every: 1h }, overlap: ${overlap}`),
    '2026-01-05T00:10:00Z',
    (house) => {
      house.waitUntil('2026-01-05T02:10:00Z');
      expect(runs(house)).toEqual([`2026-01-05T01:00 ${first}`, `2026-01-05T02:00 ${second}`]);
    },
  );
});

test('a run that is still going as the window opens is stopped, comes back at once, and burns nothing', async () => {
  await inFakeHouse(WINDOWED(', estimate: { expect: 10m }'), '2026-01-05T08:00:00Z', (house) => {
    house.waitUntil('2026-01-05T08:30:00Z');
    const attempt = house.claim();
    if (attempt === null) throw new Error('its promise fits before nine');
    house.waitUntil('2026-01-05T08:55:00Z');
    expect(house.stops()).toEqual([]);
    house.waitUntil('2026-01-05T09:00:00Z');
    expect(house.stops()).toEqual([`${attempt.run_id} stopped_by_window`]);
    house.end(attempt, { outcome: 'stopped_by_window' }, { duration: 1800 });
    const [run] = house.queue.runs({ limit: 1 }).runs;
    expect(run).toMatchObject({ state: 'ready', failures: 0, interruptions: 1 });
    house.waitUntil('2026-01-05T17:25:00Z');
    expect(house.claim()).toBeNull();
    house.waitUntil('2026-01-05T17:30:00Z');
    expect(house.claim()?.run_id).toBe(attempt.run_id);
  });
});

test('a stopped attempt doubles the promise, so that the next try does not start into the same wall', async () => {
  await inFakeHouse(WINDOWED(', estimate: { expect: 10m }'), '2026-01-05T08:00:00Z', (house) => {
    house.waitUntil('2026-01-05T08:45:00Z');
    const attempt = house.claim();
    if (attempt === null) throw new Error('its promise fits before nine');
    house.waitUntil('2026-01-05T09:00:00Z');
    house.end(attempt, { outcome: 'stopped_by_window' }, { duration: 900 });
    const [declared] = house.context.manifest.jobs.values();
    if (declared === undefined) throw new Error('the house has a job');
    expect(house.context.estimates.promised(declared, 0, house.now)).toMatchObject({
      promise: 1800,
      reason: `twice the 15m after which a window stopped run ${attempt.run_id}`,
    });
  });
});

test('a job that finishes is left alone as the window opens', async () => {
  await inFakeHouse(
    WINDOWED(', estimate: { expect: 10m }, on_window: finish'),
    '2026-01-05T08:00:00Z',
    (house) => {
      house.waitUntil('2026-01-05T08:30:00Z');
      expect(house.claim()).not.toBeNull();
      house.waitUntil('2026-01-05T10:00:00Z');
      expect(house.stops()).toEqual([]);
    },
  );
});

test('thirty seconds before the workday a run whose promise is 21 minutes does not start', async () => {
  await inFakeHouse(WINDOWED(', overlap: queue'), '2026-01-02T18:00:00Z', (house) => {
    for (const duration of [5, 6, 1277]) {
      house.wait(86_400);
      const attempt = house.claim();
      if (attempt === null) throw new Error('the weekend is free');
      house.end(attempt, { code: 0 }, { duration });
    }
    house.waitUntil('2026-01-06T08:59:30Z');
    expect(house.claim()).toBeNull();
    house.waitUntil('2026-01-06T17:30:00Z');
    expect(house.claim()).not.toBeNull();
  });
});

test('a holiday on which the window does not open leaves the class free', async () => {
  const house = WINDOWED().replace('days: mon-fri', 'days: mon-fri, except: [2026-01-05]');
  await inFakeHouse(house, '2026-01-05T08:00:00Z', (on) => {
    on.waitUntil('2026-01-05T12:00:00Z');
    expect(on.claim()).not.toBeNull();
  });
});

test('while a class is reserved its batch runs wait, and afterwards they start', async () => {
  await inFakeHouse(WINDOWED(), '2026-01-03T08:00:00Z', (house) => {
    const [gpu] = house.context.manifest.classes.keys();
    if (gpu === undefined) throw new Error('the house has a class');
    const { now } = house;
    house.queue.reserve({
      class: gpu,
      opensAt: now,
      closesAt: (now + 2 * 3_600_000) as typeof now,
      by: 'me',
      madeAt: now,
    });
    house.waitUntil('2026-01-03T09:55:00Z');
    expect(house.claim()).toBeNull();
    house.waitUntil('2026-01-03T10:00:00Z');
    expect(house.claim()).not.toBeNull();
  });
});
