/** The Lean of 2021 behind the shim of fixtures/lean-shim, described as `findLean` would, without a search. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LeanInstallation } from '../../src/lean/toolchain.ts';

const SHIM = fileURLToPath(new URL('../../fixtures/lean-shim', import.meta.url));

/** `real` is the old binary; `environment` is added to what it needs. */
export function oldInstallation(real: string, environment: Record<string, string> = {}): LeanInstallation {
  return {
    lean: join(SHIM, 'lean'),
    lake: join(SHIM, 'lake'),
    version: { text: 'Lean (version 4.0.0)', major: 4, minor: 0, patch: 0, generation: '2021' },
    environment: { PATH: [SHIM, dirname(process.execPath)].join(':'), OLD_LEAN: real, ...environment },
    options: [],
    projectRoot: null,
    toolchain: null,
    searchPath: [],
    readable: [],
  };
}
