import { defineConfig } from 'vitest/config';

/** The suite in the small machine: minutes, so it has a command of its own. */
export default defineConfig({
  resolve: { conditions: ['@hearth/source', 'node', 'import', 'default'] },
  ssr: { resolve: { conditions: ['@hearth/source', 'node', 'import', 'default'] } },
  test: {
    include: ['src/**/*.machine.ts'],
    execArgv: ['-C', '@hearth/source'],
    reporters: ['verbose'],
    // The report is for a person, and is to be read as it comes.
    disableConsoleIntercept: true,
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
