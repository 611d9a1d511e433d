import { expect, test } from 'vitest';
import { archiveIn } from './mirror.ts';

const TARGETS = [
  'Vendor\tbookworm\thttps://vendor.example/linux/',
  'Debian\tbookworm-security\thttp://mirror.example/debian-security/',
  'Debian\tbookworm\thttp://mirror.example/pub/',
  '\tbookworm\thttp://other.example/debian/',
].join('\n');

test('the archive is the one of this release whose origin is Debian', () => {
  expect(archiveIn(TARGETS, 'bookworm')).toBe('http://mirror.example/pub');
});

test('before the package index was ever fetched, the archive is known by its address', () => {
  expect(archiveIn(TARGETS.replaceAll('Debian', ''), 'bookworm')).toBe(
    'http://other.example/debian',
  );
});

test('a computer with no archive of its release has none', () => {
  expect(archiveIn(TARGETS, 'trixie')).toBeUndefined();
  expect(archiveIn('', 'bookworm')).toBeUndefined();
});
