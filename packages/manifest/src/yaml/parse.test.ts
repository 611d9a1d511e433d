import { describe, expect, it } from 'vitest';

import { formatProblem } from '../problem.ts';
import { parseFile } from './parse.ts';

const faults = (text: string): string[] => parseFile('a.yaml', text).problems.map(formatProblem);

describe('a file that is not YAML', () => {
  it.each([
    ['jobs:\n\ta: 1\n', '2:1  a tab cannot indent YAML; indent with spaces'],
    ['a: "x\n', '2:1  not YAML: missing closing "quote'],
    ['a: @x\n', '1:4  plain value cannot start with reserved character @; put the text in quotes'],
    [
      'a: 1\n---\nb: 2\n',
      '2:1  the file holds more than one YAML document; take out the --- line, or make two files',
    ],
    [
      'a:\n  b: 1m: x\n',
      '2:6  a name and a value stand inside another value; check the indentation, and put a text with ": " in quotes',
    ],
    [
      'just text',
      '1:1  the file holds no sections; a file holds sections such as jobs: and classes:',
    ],
    ['- a\n', '1:1  the file holds no sections; a file holds sections such as jobs: and classes:'],
    [
      '\0\0\0\0',
      '1:1  the file holds no sections; a file holds sections such as jobs: and classes:',
    ],
    ['', '1:1  the file is empty; restore it, or take it away'],
    [' \n\n', '1:1  the file is empty; restore it, or take it away'],
  ])('%j has no value and says why', (text, fault) => {
    const parsed = parseFile('a.yaml', text);
    expect(parsed.value).toBeNull();
    expect(parsed.problems.map(formatProblem)[0]).toBe(`a.yaml:${fault}`);
  });

  it('may be nested so deep that it would take all memory', () => {
    const [only, ...more] = parseFile('a.yaml', '['.repeat(200_000)).problems;
    expect(only?.message).toBe('lists and maps are nested too deep');
    expect(more).toEqual([]);
  });

  it('names each broken line once, and at most five', () => {
    expect(faults('\ta: 1\n'.repeat(20)).length).toBeLessThanOrEqual(5);
    expect(faults('a:\n\tb: 1\n\tc: 2\n')).toHaveLength(2);
  });
});

describe('a file that YAML allows and a manifest does not', () => {
  it.each([
    ['a: 1\nb: 2\na: 3\n', '3:1  a: "a" is written twice; first at a.yaml:1:1'],
    ['a: { x: 1, x: 2 }\n', '1:12  a.x: "x" is written twice; first at a.yaml:1:6'],
    ['1: x\n', '1:1  1: the name 1 is not text; put it in quotes'],
    ['a: { ? : x }\n', '1:8  a."": the name is empty; write one'],
    ['__proto__: {}\n', '1:1  __proto__: "__proto__" cannot be a name; choose another'],
    [
      'jobs: { constructor: {} }\n',
      '1:9  jobs.constructor: "constructor" cannot be a name; choose another',
    ],
    [
      'a: &x {}\nb: { <<: *x }\n',
      '2:6  b."<<": merge keys are not read; use an alias for a whole value',
    ],
    ['? [a]\n: 3\n', '1:3  a list or a map cannot be a name'],
    ['a: *x\n', '1:4  a: there is no anchor &x before this'],
    ['a: &x [1, *x]\n', '1:11  a[1]: *x stands inside what it refers to'],
    ['a: !!binary aGk=\n', '1:13  a: the tag !!binary means nothing here; take it out'],
    ['a: !job {}\n', '1:9  a: the tag !job means nothing here; take it out'],
  ])('%j is told so', (text, fault) => {
    expect(faults(text)).toEqual([`a.yaml:${fault}`]);
  });

  it('has no value when a few lines of aliases stand for very much', () => {
    const lines = ['a: &a [x,x,x,x,x,x,x,x,x,x]'];
    for (const [from, to] of ['ab', 'bc', 'cd', 'de', 'ef']) {
      lines.push(`${to}: &${to} [${Array.from({ length: 10 }, () => `*${from}`).join(',')}]`);
    }
    const parsed = parseFile('a.yaml', lines.join('\n'));
    expect(parsed.value).toBeNull();
    expect(parsed.problems).toMatchObject([
      { message: 'its aliases stand for more than 100 values' },
    ]);
  });
});

describe('a file', () => {
  it('of comments alone holds nothing, which is no fault', () => {
    expect(parseFile('a.yaml', '# nothing yet\n')).toMatchObject({ value: {}, problems: [] });
  });

  it('may use aliases, and keeps yes, no, times and dates as text', () => {
    const text = 'a: &x [yes, no, 09:00, 2026-12-25, 0b1]\nb: *x\n';
    const list = ['yes', 'no', '09:00', '2026-12-25', '0b1'];
    expect(parseFile('a.yaml', text)).toMatchObject({ value: { a: list, b: list }, problems: [] });
  });

  it('knows the place of names and values, also behind an alias, and of the deepest part of what is not there', () => {
    const { place } = parseFile('a.yaml', 'a: &x\n  b:\n    - one\n    - two\nc: *x\n');
    expect(place(['a', 'b'], 'key')).toEqual({ line: 2, column: 3 });
    expect(place(['a', 'b'], 'value')).toEqual({ line: 3, column: 5 });
    expect(place(['a', 'b', 1], 'value')).toEqual({ line: 4, column: 7 });
    expect(place(['c', 'b', 1], 'value')).toEqual({ line: 4, column: 7 });
    expect(place(['c'], 'value')).toEqual({ line: 5, column: 4 });
    expect(place(['a', 'z', 'y'], 'value')).toEqual({ line: 1, column: 1 });
    expect(place(['z'], 'value')).toEqual({ line: 1, column: 1 });
  });
});
