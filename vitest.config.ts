import { defineConfig } from 'vitest/config';

/** Every room runs its tests with this one configuration, from source: `vitest run --config ../../vitest.config.ts`. */
export default defineConfig({
  resolve: { conditions: ['@hearth/source', 'node', 'import', 'default'] },
  ssr: { resolve: { conditions: ['@hearth/source', 'node', 'import', 'default'] } },
  test: {
    include: ['src/**/*.test.ts'],
    execArgv: ['-C', '@hearth/source'],
    reporters: ['default', ['json', { outputFile: 'reports/tests.json' }]],
    // A loaded machine is slow, and no test is about how fast: the bounds are for what hangs.
    testTimeout: 20_000,
    hookTimeout: 20_000,
    teardownTimeout: 5000,
  },
});
