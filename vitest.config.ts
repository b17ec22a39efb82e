import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';
import { unitTests } from './test/unit-tests.ts';

const units = unitTests();

export default defineConfig({
  test: {
    setupFiles: ['test/setup.ts'],
    // better-sqlite3 is native: a worker thread that ends while it is busy can take the process with it.
    pool: 'forks',
    // One more than there are cores, because many tests wait for a process or a time. The main process does little.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    hookTimeout: 30_000,
    restoreMocks: true,
    reporters: ['default', './test/skips-reporter.ts'],
    projects: [
      // A worker runs many files and loads what they share once: unit tests leave no global state behind.
      { extends: true, test: { name: 'unit', include: units, isolate: false } },
      {
        extends: true,
        test: {
          name: 'process',
          include: ['test/**/*.test.ts'],
          exclude: units,
          globalSetup: ['test/build-binary.ts', 'test/verify/shared-auditor.ts', 'test/shared-index.ts'],
        },
      },
    ],
  },
});
