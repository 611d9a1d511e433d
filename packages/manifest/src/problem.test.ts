import { describe, expect, it } from 'vitest';

import { byPlace, formatProblem, showPath, type Problem } from './problem.ts';

const problem: Problem = {
  file: 'jobs.yaml',
  line: 12,
  column: 5,
  path: 'jobs.backup.timeout',
  message: '"45" has no unit',
  hint: 'write 45s, 45m, 2h or 1d',
};

describe('a problem on one line', () => {
  it('has the place, the path, what is wrong and how to mend it', () => {
    expect(formatProblem(problem)).toBe(
      'jobs.yaml:12:5  jobs.backup.timeout: "45" has no unit; write 45s, 45m, 2h or 1d',
    );
  });

  it('leaves out what is not known', () => {
    const folder = { ...problem, file: '/etc/hearth', line: null, column: null, path: '' };
    expect(formatProblem({ ...folder, message: 'there is no such folder', hint: null })).toBe(
      '/etc/hearth  there is no such folder',
    );
  });
});

describe('the order of problems', () => {
  it('is by file, line and column, with those of a whole file first', () => {
    const sorted = [
      { ...problem, line: null },
      { ...problem, line: 2, column: 9 },
      { ...problem, line: 10, column: 1 },
      { ...problem, line: 10, column: 3 },
      { ...problem, file: 'more.yaml', line: 1 },
    ];
    expect(sorted.toReversed().sort(byPlace)).toEqual(sorted);
  });
});

describe('a path', () => {
  it.each([
    [['jobs', 'nightly-digest', 'needs', 0], 'jobs.nightly-digest.needs[0]'],
    [['machines', 'm', 'models', 'qwen2.5:7b'], 'machines.m.models."qwen2.5:7b"'],
    [['jobs', ''], 'jobs.""'],
    [[], ''],
  ])('%j is shown as %s', (path, shown) => {
    expect(showPath(path)).toBe(shown);
  });
});
