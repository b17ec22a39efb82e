/** The real Lean of 2021 through the shim of fixtures/lean-shim: its location, and skipping tests without it. */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestContext } from 'vitest';

const SHIM = fileURLToPath(new URL('../../fixtures/lean-shim', import.meta.url));

/** Environment in which `lake env lean --json FILE` runs the old Lean. Skips the test if `OLD_LEAN` is not set. */
export function oldLean(context: TestContext): { PATH: string; OLD_LEAN: string } {
  const real = process.env['OLD_LEAN'];
  if (!real) return context.skip('needs a real Lean: set OLD_LEAN to its binary (fixtures/lean-shim)');
  return { PATH: [SHIM, dirname(process.execPath)].join(':'), OLD_LEAN: real };
}
