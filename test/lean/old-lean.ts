/** The real Lean of 2021 behind the shim of fixtures/lean-shim: where it is, and how a test says that it is not. */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestContext } from 'vitest';

const SHIM = fileURLToPath(new URL('../../fixtures/lean-shim', import.meta.url));

/** Environment in which `lake env lean --json FILE` runs the old Lean. Skips the test, aloud, where `OLD_LEAN` is not set. */
export function oldLean(context: TestContext): { PATH: string; OLD_LEAN: string } {
  const real = process.env['OLD_LEAN'];
  if (!real) return context.skip('needs a real Lean: set OLD_LEAN to its binary (fixtures/lean-shim)');
  return { PATH: [SHIM, dirname(process.execPath)].join(':'), OLD_LEAN: real };
}
