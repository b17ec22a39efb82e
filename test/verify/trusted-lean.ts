/** Prepares a LEMMAHEAD_HOME in which the self-test counts as passed. The self-test takes minutes and has its own tests. */
import { detectSandbox } from '../../src/lean/process/sandbox.ts';
import { findLean } from '../../src/lean/toolchain/toolchain.ts';
import { cacheSelfTest } from '../../src/verify/self-test/self-test-cache.ts';
import type { CaseResult } from '../../src/verify/self-test/self-test.ts';

/**
 * Stores a passed self-test in the cache of the LEMMAHEAD_HOME `home`, for the Lean that is used for files in `folder`.
 * `environment`: the environment in which lemmahead will run.
 */
export async function trustLean(home: string, folder: string, environment: Record<string, string>): Promise<void> {
  const cacheFolder = `${home}/cache`;
  const signal = new AbortController().signal;
  const search = { lakeCommand: 'lake', elanHome: `${home}/.elan`, cacheFolder, folder, environment, signal };
  const right = (name: string): CaseResult => ({ name, words: '', state: 'right', detail: '' });
  cacheSelfTest(
    {
      installation: await findLean(search),
      sandbox: (await detectSandbox()).level,
      cacheFolder,
      timeoutMs: 60_000,
      memoryBytes: null,
      signal,
    },
    { attacks: [right('attacks/none')], honest: Array.from({ length: 30 }, (_, k) => right(`honest/none-${k}`)) },
  );
}
