import { describe, expect, it } from 'vitest';

import { firstDifference } from './difference.ts';

describe('the difference of two texts', () => {
  it.each([
    ['a\nb\n', 'a\nb\n', null],
    ['a\nx\n', 'a\nb\n', { line: 2, says: 'says "x" in line 2, and should say "b"' }],
    ['a', 'a\nb\n', { line: 2, says: 'ends before line 2, which should be "b"' }],
    ['a\nb\nc\n', 'a\nb\n', { line: 3, says: 'says "c" in line 3, and should say ""' }],
    ['a\nb\n\n', 'a\nb\n', { line: 4, says: 'has a line 4 too many, ""' }],
    ['# x\na\nx', '# y\na\nb', { line: 3, says: 'says "x" in line 3, and should say "b"' }],
    ['# x\na', '# y\na', { line: 1, says: 'says "# x" in line 1, and should say "# y"' }],
    ['', 'a\n', { line: 1, says: 'says "" in line 1, and should say "a"' }],
  ])('%j and %j is %j', (found, wanted, difference) => {
    expect(firstDifference(found, wanted)).toEqual(difference);
  });
});
