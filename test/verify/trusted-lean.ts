/** A home in which the self-test of a Lean counts as passed: it takes minutes, and has tests of its own. */
import { detectSandbox } from '../../src/lean/process/sandbox.ts';
import { findLean } from '../../src/lean/toolchain/toolchain.ts';
import { keepSelfTest } from '../../src/verify/self-test/self-test-cache.ts';
import type { CaseResult } from '../../src/verify/self-test/self-test.ts';

/**
 * Writes into the cache of the LEMMAHEAD_HOME `home` that the Lean which a file in `folder` gets is to be relied on.
 * `environment` is the one that lemmahead will be started in.
 */
export async function trustLean(home: string, folder: string, environment: Record<string, string>): Promise<void> {
  const cacheFolder = `${home}/cache`;
  const signal = new AbortController().signal;
  const search = { lakeCommand: 'lake', elanHome: `${home}/.elan`, cacheFolder, folder, environment, signal };
  const right = (name: string): CaseResult => ({ name, words: '', state: 'right', detail: '' });
  keepSelfTest(
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
