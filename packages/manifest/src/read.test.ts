import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { formatProblem } from './problem.ts';
import { readManifest } from './read.ts';

const house = readFileSync(new URL('../fixtures/house/house.yaml', import.meta.url), 'utf8');

describe('a manifest', () => {
  it('is read with every default filled in', () => {
    const loaded = readManifest([{ file: 'house.yaml', text: house }]);
    if (!loaded.ok) throw new Error(loaded.problems.map(formatProblem).join('\n'));
    const { manifest } = loaded;
    expect(manifest.timezone).toBe('Europe/London');
    expect([...manifest.machines.values()]).toEqual([
      {
        name: 'gpu-box',
        url: 'http://gpu-box.lan:8080',
        api: 'auto',
        slots: 1,
        models: new Map([
          [
            'qwen3-30b',
            { context: 32_768, tokensPerSecond: 13.9, aliases: ['gpt-4o-mini', 'default'] },
          ],
        ]),
      },
    ]);
    expect([...manifest.classes.values()]).toEqual([
      { name: 'gpu', concurrency: 1, memory: 2 * 1024 ** 3, cpu: 100 },
      { name: 'render', concurrency: 1, memory: 1024 ** 3, cpu: 50 },
      { name: 'light', concurrency: 2, memory: 256 * 1024 ** 2, cpu: 50 },
    ]);
    expect([...manifest.windows.values()]).toEqual([
      {
        name: 'workday',
        days: ['mon', 'tue', 'wed', 'thu', 'fri'],
        from: '09:00',
        to: '17:30',
        except: [],
        reserves: ['gpu'],
        admits: ['interactive', 'user'],
      },
    ]);
    expect([...manifest.budgets.values()]).toEqual([
      { name: 'digest', gpuTime: 5400, per: 'day', concurrency: null, queue: null, over: 'wait' },
      { name: 'render-scripts', gpuTime: 600, per: 'hour', concurrency: 1, queue: 4, over: 'wait' },
    ]);
    expect(
      [...manifest.consumers.values()].map(({ name, priority, budget, can }) => [
        name,
        priority,
        budget,
        can,
      ]),
    ).toEqual([
      ['chat', 'interactive', null, ['call']],
      ['render', 'user', 'render-scripts', ['call']],
      ['me', 'interactive', null, ['call', 'enqueue', 'operate']],
    ]);
    expect([...manifest.runners.keys()]).toEqual(['pi']);
    expect(manifest.notify).toEqual({ kind: 'ntfy', url: 'https://ntfy.lan/hearth' });
    expect(manifest.limits).toEqual({ memory: { kind: 'share', percent: 80 }, cpu: null });
    expect([...manifest.jobs.values()]).toEqual([
      {
        name: 'nightly-digest',
        class: 'gpu',
        priority: 'batch',
        command: ['/opt/digest/bin/digest', '--since', 'yesterday'],
        schedule: {
          when: { kind: 'cron', expression: '30 1 * * *', timeZone: 'Europe/London' },
          catchUp: 'once',
          jitter: 0,
          maxLateness: null,
        },
        needs: ['nas', 'model'],
        timeout: 2700,
        grace: 10,
        retry: { attempts: 4, for: null, backoff: 30, max: 3600, final: [] },
        budget: 'digest',
        estimate: { expect: 1200, rule: 'last-five', noop: [] },
        overlap: 'skip',
        onWindow: 'stop',
        staleAfter: 259_200,
        user: 'digest',
        workingFolder: null,
        umask: '022',
        nice: 0,
        environment: new Map([['LANG', 'C.UTF-8']]),
        parameters: new Map(),
      },
    ]);
  });

  it('gives the smallest job the defaults', () => {
    const text = `
classes: { light: { memory: 256M, cpu: 50% } }
jobs: { j: { class: light, command: [x], timeout: 1h, noop: [3], parameters: { since: { one_of: [a] }, n: { type: number, default: 0 } } } }
`;
    const loaded = readManifest([{ file: 'a.yaml', text }]);
    expect(loaded).toMatchObject({ ok: true, warnings: [], manifest: { hosts: [], notify: null } });
    expect(loaded.ok && [...loaded.manifest.jobs.values()]).toMatchObject([
      {
        priority: 'batch',
        schedule: null,
        needs: [],
        grace: 10,
        retry: { attempts: 3, for: null, backoff: 30, max: 3600, final: [] },
        budget: null,
        estimate: { expect: null, rule: 'last-five', noop: [3] },
        overlap: 'skip',
        onWindow: 'stop',
        staleAfter: null,
        user: 'hearth-job',
        parameters: new Map([
          ['since', { type: 'text', default: null, oneOf: ['a'] }],
          ['n', { type: 'number', default: 0, oneOf: null }],
        ]),
      },
    ]);
  });

  it('may serve one model under the same alias on two machines', () => {
    const text = `
machines:
  a: { url: "http://a", models: { qwen: { aliases: [default] } } }
  b: { url: "http://b", models: { qwen: { aliases: [default] } } }
`;
    expect(readManifest([{ file: 'a.yaml', text }])).toMatchObject({ ok: true });
  });

  it('with one fault does not load at all', () => {
    const text = house.replace('timeout: 45m', 'timeout: 45');
    expect(readManifest([{ file: 'a.yaml', text }])).toEqual({
      ok: false,
      problems: [expect.objectContaining({ path: 'jobs.nightly-digest.timeout', line: 61 })],
    });
  });

  it('tells the faults inside entries and those between them at once, from top to bottom', () => {
    const text = house
      .replace('memory: 2G', 'memory: 2')
      .replace('needs: [nas, model]', 'needs: [nsa]');
    const loaded = readManifest([{ file: 'a.yaml', text }]);
    expect(loaded.ok ? [] : loaded.problems.map(({ path }) => path)).toEqual([
      'classes.gpu.memory',
      'jobs.nightly-digest.needs[0]',
    ]);
  });

  it('does not call a name unknown while the file that may declare it cannot be read', () => {
    const loaded = readManifest([
      { file: 'a.yaml', text: 'jobs:\n  j: { class: gpu, command: [x], timeout: 1 }' },
      { file: 'b.yaml', text: 'classes:\n\tgpu: {}' },
    ]);
    expect(loaded.ok ? [] : loaded.problems.map(({ file, path }) => [file, path])).toEqual([
      ['a.yaml', 'jobs.j.timeout'],
      ['b.yaml', ''],
    ]);
  });
});

describe('a file that has been damaged', () => {
  const SCRAPS = [
    '',
    ' ',
    '\n',
    '\t',
    '- ',
    ': ',
    '{',
    ']',
    '"',
    '*x',
    '&x ',
    '!!set ',
    '? ',
    '#',
    '\0',
    'é',
    '---\n',
    'null',
    '[]',
    '~',
    '1e999',
  ];

  it('is read without an exception, and each fault has a place in it', () => {
    // A fixed sequence (the constants of Numerical Recipes), so that a failure comes again.
    let state = 1;
    const below = (bound: number): number => {
      state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
      return Math.floor((state / 2 ** 32) * bound);
    };
    let faulty = 0;
    for (let round = 0; round < 400; round += 1) {
      const start = below(house.length);
      const scrap = SCRAPS[below(SCRAPS.length)] ?? '';
      const text = house.slice(0, start) + scrap + house.slice(start + below(12));
      const loaded = readManifest([{ file: 'a.yaml', text }]);
      const problems = loaded.ok ? [] : loaded.problems;
      const lines = text.split('\n').length;
      if (!loaded.ok) faulty += 1;
      expect(loaded.ok).toBe(problems.length === 0);
      expect(problems.filter(({ line }) => line === null || line < 1 || line > lines)).toEqual([]);
    }
    expect(faulty).toBeGreaterThan(200);
  });
});

describe('a manifest without faults', () => {
  it('warns of what is declared and never named', () => {
    const loaded = readManifest([{ file: 'a.yaml', text: house }]);
    expect(loaded.ok && loaded.warnings.map(formatProblem)).toEqual([
      'a.yaml:16:3  classes.render: is declared, and nothing names it',
      'a.yaml:17:3  classes.light: is declared, and nothing names it',
      'a.yaml:29:3  probes.render-box: is declared, and nothing names it',
    ]);
  });

  it('warns of a window that reserves nothing, and of a variable by which calls would pass hearth by', () => {
    const text = `
timezone: UTC
classes: { c: { memory: 1G, cpu: 50% } }
windows: { w: { days: daily, from: "01:00", to: "02:00", reserves: [c], admits: [interactive, user, batch, best-effort] } }
jobs: { j: { class: c, command: [x], timeout: 1h, environment: { OPENAI_BASE_URL: "http://gpu-box.lan:8080" } } }
`;
    const loaded = readManifest([{ file: 'a.yaml', text }]);
    expect(loaded.ok && loaded.warnings.map(formatProblem)).toEqual([
      'a.yaml:4:73  windows.w.admits: admits every priority, so the window reserves nothing',
      'a.yaml:5:66  jobs.j.environment.OPENAI_BASE_URL: hearth sets this itself, so that the calls of the run go through it',
    ]);
  });
});
