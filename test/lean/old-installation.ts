/** The Lean of 2021 through the shim of fixtures/lean-shim, found like any other Lean. */
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findLean, type LeanInstallation } from '../../src/lean/toolchain/toolchain.ts';

const SHIM = fileURLToPath(new URL('../../fixtures/lean-shim', import.meta.url));

/** `real`: the old binary; `more`: additional environment variables for its processes. */
export async function oldInstallation(real: string, more: Record<string, string> = {}): Promise<LeanInstallation> {
  const found = await findLean({
    lakeCommand: 'lake',
    elanHome: '/nowhere',
    folder: tmpdir(),
    environment: { PATH: [SHIM, dirname(process.execPath)].join(':'), OLD_LEAN: real },
    cacheFolder: null,
    signal: new AbortController().signal,
  });
  return { ...found, environment: { ...found.environment, ...more } };
}
