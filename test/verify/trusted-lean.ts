/**
 * Prepares a LEMMAHEAD_HOME in which the self-test counts as passed. The self-test takes minutes and has its own tests. With
 * a real Lean, the programs of the audit are there too.
 */
import { inject } from 'vitest';
import { detectSandbox } from '../../src/lean/process/sandbox.ts';
import { findLean } from '../../src/lean/toolchain/toolchain.ts';
import { openAuditor } from '../../src/verify/audit/auditor.ts';
import { cacheSelfTest } from '../../src/verify/self-test/self-test-cache.ts';
import type { CaseResult } from '../../src/verify/self-test/self-test.ts';
import { copyAuditor } from './shared-auditor.ts';

const BUILT_CACHE = new URL('../../dist/verify/self-test/self-test-cache.js', import.meta.url).href;

/**
 * Stores a passed self-test in the cache of the LEMMAHEAD_HOME `home`, for the Lean that is used for files in `folder`.
 * `environment`: the environment in which lemmahead will run.
 */
export async function trustLean(home: string, folder: string, environment: Record<string, string>): Promise<void> {
  const cacheFolder = `${home}/cache`;
  const signal = new AbortController().signal;
  const search = { lakeCommand: 'lake', elanHome: `${home}/.elan`, cacheFolder, folder, environment, signal };
  const right = (name: string): CaseResult => ({ name, words: '', state: 'right', detail: '' });
  const bounds = { sandbox: (await detectSandbox()).level, timeoutMs: 60_000, memoryBytes: null, signal };
  const options = { installation: await findLean(search), cacheFolder, ...bounds };
  const honest = Array.from({ length: 30 }, (_, k) => right(`honest/none-${k}`));
  // The key of a result covers the judge's own files: those of `src` in this process, those of `dist` in the binary.
  const built = (await import(BUILT_CACHE)) as { cacheSelfTest: typeof cacheSelfTest };
  for (const { cacheSelfTest: cache } of [{ cacheSelfTest }, built]) {
    cache(options, { attacks: [right('attacks/none')], honest });
  }
  if (environment['OLD_LEAN'] === undefined) return;
  const shared = inject('sharedAuditor');
  await openAuditor({ ...options, cacheFolder: shared, bounds });
  copyAuditor(shared, cacheFolder);
}
