import { expect, test } from 'vitest';

import { figure, render, renderTable, renderVerdicts } from './render.ts';
import { verdict } from './verdict.ts';

const hearth = { name: 'hearth', terms: 'a crash', figures: [30_000, 31_000, 32_500] };
const peer = { name: 'a peer', terms: 'a power cut', figures: [10_000, 10_000, 10_000] };

test('a table shows the median and the ends of each row, in columns', () => {
  expect(renderTable({ title: 'Claims', unit: 'a second', rows: [hearth, peer] })).toBe(
    [
      'Claims (a second)',
      '          terms        median        min–max  rounds',
      '  hearth  a crash      31,000  30,000–32,500       3',
      '  a peer  a power cut  10,000  10,000–10,000       3',
    ].join('\n'),
  );
});

test('a ratio shows its doubt, its bound and whether it is met', () => {
  const verdicts = [
    verdict('hearth / a peer', hearth, peer, { atLeast: 3 }),
    verdict('a peer / hearth', peer, hearth, { atMost: 0.1 }),
    verdict('a peer / a peer', peer, peer, null),
  ];
  expect(renderVerdicts(verdicts)).toBe(
    [
      'Ratios and differences, of the same round',
      '                   median          min–max  bound',
      '  hearth / a peer    3.10  ±4 %  3.00–3.25  at least 3      met',
      '  a peer / hearth    0.32  ±4 %  0.31–0.33  at most 0.1     MISSED',
      '  a peer / a peer    1.00  ±0 %  1.00–1.00  for the record',
    ].join('\n'),
  );
});

test('a figure has the digits that are worth reading', () => {
  expect([1.256, 12.34, 123.4, 12_345.6].map((value) => figure(value))).toEqual([
    '1.26',
    '12.3',
    '123',
    '12,346',
  ]);
});

test('a report names the machine first and what was skipped last', () => {
  const text = render({
    bench: 'queue',
    machine: {
      cores: 4,
      model: 'Cortex-A76',
      memory: 8 * 2 ** 30,
      node: '26.10.0',
      system: 'Linux 6.12, ext4',
      parts: { SQLite: '3.54.1' },
    },
    tables: [],
    verdicts: [verdict('hearth / a peer', hearth, peer, null)],
    skipped: ['BullMQ: redis-server is not installed'],
  });
  expect(text).toMatch(
    /^4 cores of Cortex-A76, 8.00 GiB, Linux 6.12, ext4\nnode 26.10.0, SQLite 3.54.1\n/,
  );
  expect(text).toMatch(/\n\nskipped: BullMQ: redis-server is not installed$/);
});
