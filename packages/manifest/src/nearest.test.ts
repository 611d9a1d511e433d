import { describe, expect, it } from 'vitest';

import { nearest, suggest } from './nearest.ts';

describe('the nearest name', () => {
  it.each([
    ['gpuu', 'gpu'],
    ['gup', 'gpu'],
    ['GPU', 'gpu'],
    ['ligth', 'light'],
    ['rendre', 'render'],
    ['lihgt', 'light'],
    ['renders', 'render'],
  ])('of %s is %s', (given, meant) => {
    expect(nearest(given, ['gpu', 'render', 'light'])).toBe(meant);
  });

  it.each(['x', 'storage', ''])('of %j is none, since nothing is near', (given) => {
    expect(nearest(given, ['gpu', 'render', 'light'])).toBeNull();
  });

  it('is the one with the fewest changes, not the first one near enough', () => {
    expect(nearest('timeot', ['timezone', 'timeouts', 'timeout'])).toBe('timeout');
  });
});

describe('the hint behind a wrong name', () => {
  it('asks for the near one and lists all', () => {
    expect(suggest('gpuu', 'classes', ['gpu', 'light'])).toBe(
      'did you mean "gpu"? classes: gpu, light',
    );
  });

  it('lists at most twelve', () => {
    const known = Array.from({ length: 40 }, (_, index) => `class${index}`);
    expect(suggest('zzz', 'classes', known).split(', ')).toHaveLength(13);
  });
});
