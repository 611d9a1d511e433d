import { defineConfig } from 'vitest/config';

/** The tests that run programs of another processor in an emulator: minutes, so they have a command of their own. */
export default defineConfig({
  test: { include: ['src/**/*.emulated.ts'], testTimeout: 300_000, hookTimeout: 600_000 },
});
