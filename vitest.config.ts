import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';
import { findProjects } from './test/shared-workers.ts';

const { unit, mocking } = findProjects();

export default defineConfig({
  test: {
    setupFiles: ['test/setup.ts'],
    // better-sqlite3 is native: a worker thread that ends while it is busy can take the process with it.
    pool: 'forks',
    // One more than there are cores, because many tests wait for a process or a time. The main process does little.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    // Two cores that other programs use took up to 82 s for tests that take 5 s alone.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    restoreMocks: true,
    reporters: ['default', './test/skips-reporter.ts'],
    projects: [
      // A worker runs many files and loads what they share once. See `test/after-tests.ts` for hooks of helpers.
      { extends: true, test: { name: 'unit', include: unit, isolate: false } },
      {
        extends: true,
        test: {
          name: 'process',
          include: ['test/**/*.test.ts'],
          exclude: [...unit, ...mocking],
          isolate: false,
          globalSetup: ['test/build-binary.ts', 'test/verify/shared-auditor.ts', 'test/shared-index.ts'],
        },
      },
      { extends: true, test: { name: 'mocking', include: mocking } },
    ],
  },
});
