import { defineConfig } from 'vitest/config';

/** The tests that boot whole machines or make root file systems: minutes, so they have a command of their own. */
export default defineConfig({
  test: {
    include: ['src/**/*.machine.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // One at a time: each takes all the processors there are.
    fileParallelism: false,
  },
});
