import { expect, test } from 'vitest';

import { checkPerl, verdictOnPerl } from './perl.ts';

test('the Perl of this machine can do what the supervisor needs', async () => {
  expect((await checkPerl())[0]?.says).toMatch(/^Perl 5\.\d+\.\d+, which/);
});

test('without it the package is named', () => {
  expect(verdictOnPerl(null)[0]).toMatchObject({
    verdict: 'fault',
    mend: 'apt-get install perl-base',
  });
});
