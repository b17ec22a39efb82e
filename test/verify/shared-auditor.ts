/** Lets the test files of one run share the compiled programs of the audit: Lean needs seconds to compile them. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** A cache folder for `JudgeOptions` that all test files of a run use. */
    sharedAuditor: string;
  }
}

/** Runs once before all tests. Returns what runs after them. */
export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'lemmahead-shared-auditor-'));
  project.provide('sharedAuditor', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Copies the programs from the cache folder `from` to the cache folder `to`. */
export function copyAuditor(from: string, to: string): void {
  cpSync(join(from, 'auditor'), join(to, 'auditor'), { recursive: true });
}
