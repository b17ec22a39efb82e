import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/build-binary.ts'],
    setupFiles: ['test/setup.ts'],
    // better-sqlite3 is native: a worker thread that ends while it is busy can take the process with it.
    pool: 'forks',
    testTimeout: 30_000,
    restoreMocks: true,
    reporters: ['default', './test/skips-reporter.ts'],
  },
});
