import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/build-binary.ts'],
    setupFiles: ['test/setup.ts'],
    // better-sqlite3 is native: a worker thread that ends while it is busy can take the process with it.
    pool: 'forks',
    // The default leaves one core to the main process, which does little: half of a machine with two.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    restoreMocks: true,
    reporters: ['default', './test/skips-reporter.ts'],
  },
});
