import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitest/config';

/** Only where a room has property tests, because loading the library takes longer than most test files. */
const hasProperties = existsSync('node_modules/fast-check');
const seed = fileURLToPath(new URL('vitest.seed.ts', import.meta.url));

/** Every room runs its tests with this one configuration, from source: `vitest run --config ../../vitest.config.ts`. */
export default defineConfig({
  resolve: { conditions: ['@hearth/source', 'node', 'import', 'default'] },
  ssr: { resolve: { conditions: ['@hearth/source', 'node', 'import', 'default'] } },
  test: {
    include: ['src/**/*.test.ts'],
    execArgv: ['-C', '@hearth/source'],
    reporters: ['default', ['json', { outputFile: 'reports/tests.json' }]],
    setupFiles: hasProperties ? [seed] : [],
    // A loaded machine is slow, and no test is about how fast: the bounds are for what hangs.
    testTimeout: 20_000,
    hookTimeout: 20_000,
    teardownTimeout: 5000,
  },
});
