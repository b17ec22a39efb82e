/** Whether a sandbox works on the machine that runs the tests. */
import type { TestContext } from 'vitest';
import { tryLevel } from '../../src/lean/process/sandbox.ts';
import type { SandboxLevel } from '../../src/lean/process/sandbox-levels.ts';

/** Skips the test with a message if `level` does not work. */
export async function needsSandbox(context: TestContext, level: SandboxLevel): Promise<void> {
  const failure = await tryLevel(level);
  if (failure !== null) context.skip(`needs the sandbox '${level}', which does not work here: ${failure}`);
}
