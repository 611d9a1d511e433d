import { expect, test } from 'vitest';

import { Served } from './served.ts';

/** A place of which a test says why nothing of a class may start, and which class has lost its limit. */
function house(): {
  served: Served;
  faults: Map<string, string>;
  lost: Map<string, string>;
  lines: string[];
  looks: string[][];
} {
  const faults = new Map<string, string>();
  const lost = new Map<string, string>();
  const lines: string[] = [];
  const looks: string[][] = [];
  const served = new Served({
    classes: new Map([
      ['light', { concurrency: 2, memory: 2 ** 28 }],
      ['gpu', { concurrency: 1, memory: 2 ** 31 }],
    ]),
    place: {
      refusals: (classes) => {
        looks.push([...classes.keys()]);
        return Promise.resolve(faults);
      },
      lost: (name) => lost.get(name) ?? null,
    },
    log: (line) => lines.push(line),
  });
  return { served, faults, lost, lines, looks };
}

test('a class of which nothing may start has no free place, and the reason is said once', async () => {
  const { served, faults, lines } = house();
  faults.set('gpu', 'no slice');
  await served.lookAtAll();
  expect(served.free(() => 0)).toEqual({ light: 2 });
  expect(served.refused).toEqual({ gpu: 'no slice' });
  expect(await served.lookAgain(new Set())).toBe(false);
  expect(lines).toEqual(['NOT SERVED: no slice']);
});

test('a class that is mended is served again, and that is said', async () => {
  const { served, faults, lines } = house();
  faults.set('gpu', 'no slice');
  await served.lookAtAll();
  faults.clear();
  expect(await served.lookAgain(new Set())).toBe(true);
  expect(served.free((name) => (name === 'light' ? 3 : 0))).toEqual({ light: 0, gpu: 1 });
  expect(lines.at(-1)).toBe('class gpu is served again: its limit is in force');
});

test('a limit that is lost while runs are going is noticed, once, and only of their class', async () => {
  const { served, lost, faults, lines, looks } = house();
  lost.set('light', 'no limit').set('gpu', 'no limit either');
  faults.set('light', 'no limit');
  expect(await served.lookAgain(new Set(['light']))).toBe(true);
  expect(served.refused).toEqual({ light: 'no limit' });
  expect(await served.lookAgain(new Set(['light']))).toBe(false);
  expect(lines).toEqual(['NOT SERVED: no limit']);
  expect(looks).toEqual([['light']]);
});

test('where nothing is going and nothing is refused, nothing is asked', async () => {
  const { served, looks } = house();
  expect(await served.lookAgain(new Set())).toBe(false);
  expect(looks).toEqual([]);
});
