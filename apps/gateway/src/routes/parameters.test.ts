import { readManifest, type Job } from '@hearth/manifest';
import { name } from '@hearth/words';
import { expect, test } from 'vitest';

import { CLASSES } from '../gateway.test.helper.ts';
import { parameterProblems, readTexts, type Given } from './parameters.ts';

const JOBS = `
jobs:
  postcard:
    class: light
    command: [/bin/true]
    timeout: 1m
    parameters:
      title: { type: text, default: hello }
      copies: { type: number, default: 1 }
      dry: { type: boolean, default: false }
`;

function postcard(): Job {
  const read = readManifest([{ file: 'house.yaml', text: `${CLASSES}${JOBS}` }]);
  const job = read.ok ? read.manifest.jobs.get(name('postcard')) : undefined;
  if (job === undefined) throw new Error(JSON.stringify(read));
  return job;
}

/** What comes of it: the values, and what is wrong with them. */
function outcome(given: Given): [Given, string[]] {
  const job = postcard();
  const read = readTexts(job, given);
  return [read, parameterProblems(job, read)];
}

test('texts are read as what the job declares', () => {
  expect(outcome({ title: '12', copies: '12', dry: 'true' })).toEqual([
    { title: '12', copies: 12, dry: true },
    [],
  ]);
  expect(outcome({ title: 'true', copies: '-0.5e3', dry: 'false' })).toEqual([
    { title: 'true', copies: -500, dry: false },
    [],
  ]);
});

test.each(['', ' 12', '0x10', '1,5', '012', 'Infinity', 'NaN', 'twelve'])(
  'the text "%s" is no number',
  (copies) => {
    expect(outcome({ copies })).toEqual([{ copies }, ['parameter "copies" must be a number']]);
  },
);

test('a number too large to be one is none', () => {
  expect(outcome({ copies: '1e999' })[1]).toEqual(['parameter "copies" must be a number']);
});

test('"yes" is not true', () => {
  expect(outcome({ dry: 'yes' })[1]).toEqual(['parameter "dry" must be a boolean']);
});

test('what is no text must be of the declared type as it is', () => {
  const given = { title: 12, copies: true, dry: 1 };
  expect(outcome(given)).toEqual([
    given,
    [
      'parameter "title" must be a text',
      'parameter "copies" must be a number',
      'parameter "dry" must be a boolean',
    ],
  ]);
});
