import { Writable } from 'node:stream';

import { instant } from '@hearth/words';
import { expect, test } from 'vitest';

import { table, type Column } from './table.ts';

/** Writes a table to a terminal of so many columns, or to what is none. */
function written(columns: readonly Column[], rows: string[][], terminal?: number): string {
  let text = '';
  const stdout = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  if (terminal !== undefined) {
    Object.assign(stdout, { isTTY: true, columns: terminal, getColorDepth: () => 8 });
  }
  table({ stdout, stderr: stdout, now: () => instant(0) }, columns, rows);
  return text;
}

test('columns are as wide as their widest cell, numbers stand at the right', () => {
  const text = written(
    [{ title: 'id', right: true }, { title: 'name' }],
    [
      ['1', 'a'],
      ['1000', 'b'],
    ],
  );
  expect(text).toBe('  id  name\n   1  a\n1000  b\n');
});

test('only columns that may be cut are cut, the widest first', () => {
  const columns: Column[] = [{ title: 'a', cut: true }, { title: 'b', cut: true }, { title: 'c' }];
  const text = written(columns, [['x'.repeat(20), 'y'.repeat(40), 'z'.repeat(30)]], 80);
  expect(text.split('\n')[1]).toBe(`${'x'.repeat(20)}  ${'y'.repeat(25)}…  ${'z'.repeat(30)}`);
});

test('a terminal gets marks, anything else plain text', () => {
  const columns: Column[] = [{ title: 'state', mark: () => 'red' }];
  const old = process.env['NO_COLOR'];
  delete process.env['NO_COLOR'];
  expect(written(columns, [['dead']], 80)).toContain('\u001b[31mdead');
  if (old !== undefined) process.env['NO_COLOR'] = old;
  expect(written(columns, [['dead']])).toBe('state\ndead\n');
});

test('a cell cannot break its line', () => {
  expect(written([{ title: 'a' }], [['one\ntwo\u001b[2J']])).toBe('a\none two\n');
});
