/** A folder for the index of fixtures/library that the test files of one run share: it takes a second to build. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder that all test files of a run use; see `library-index.ts`. */
    sharedIndex: string;
  }
}

/** Runs once before all tests. Returns what runs after them. */
export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'lemmahead-shared-index-'));
  project.provide('sharedIndex', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
