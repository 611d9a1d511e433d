import { describe, expect, it } from 'vitest';

import { formatProblem } from '../problem.ts';
import { merge, type Merged } from './merge.ts';
import { parseFile } from './parse.ts';

const merged = (files: Readonly<Record<string, string>>): Merged =>
  merge(Object.entries(files).map(([file, text]) => parseFile(file, text)));

describe('the files of a folder', () => {
  it('add to the same sections', () => {
    const { value, problems } = merged({
      'a.yaml': 'jobs: { a: 1 }\nprobes: { p: 1 }',
      'b.yaml': 'jobs: { b: 2 }\nhosts: [x]',
    });
    expect(value).toEqual({ jobs: { a: 1, b: 2 }, probes: { p: 1 }, hosts: ['x'] });
    expect(problems).toEqual([]);
  });

  it('cannot declare the same name twice; both places are named', () => {
    const { value, problems } = merged({ 'a.yaml': '\njobs:\n  x: 1', 'b.yaml': 'jobs: { x: 2 }' });
    expect(value).toEqual({ jobs: { x: 1 } });
    expect(problems.map(formatProblem)).toEqual([
      'b.yaml:1:9  jobs.x: job "x" is declared twice; first at a.yaml:3:3',
    ]);
  });

  it('cannot both set what the house has once', () => {
    const { problems } = merged({
      'a.yaml': 'timezone: UTC',
      'b.yaml': 'hosts: []\ntimezone: UTC',
    });
    expect(problems.map(formatProblem)).toEqual([
      'b.yaml:2:1  timezone: timezone is declared twice; first at a.yaml:1:1',
    ]);
  });

  it('may hold sections whose entries have all been commented out', () => {
    expect(merged({ 'a.yaml': 'jobs:\n  # x: 1' })).toMatchObject({
      value: { jobs: {} },
      problems: [],
    });
  });

  it('give each finding its place in the file that declares what it is about', () => {
    const { locate } = merged({
      'a.yaml': 'jobs: { x: {} }',
      'b.yaml': '\njobs:\n  y: { timeout: 1 }',
    });
    const finding = { at: 'value', message: 'wrong', hint: null } as const;
    expect(formatProblem(locate({ ...finding, path: ['jobs', 'y', 'timeout'] }))).toBe(
      'b.yaml:3:17  jobs.y.timeout: wrong',
    );
    expect(formatProblem(locate({ ...finding, path: ['jobs', 'x', 'timeout'] }))).toBe(
      'a.yaml:1:9  jobs.x.timeout: wrong',
    );
  });
});
