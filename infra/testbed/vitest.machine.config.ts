import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

/** The tests that boot whole machines or make root file systems: minutes, so they have a command of their own. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ['src/**/*.machine.ts'],
    reporters: ['default', ['json', { outputFile: 'reports/machine.json' }]],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // One at a time: each takes all the processors there are.
    fileParallelism: false,
  },
});
