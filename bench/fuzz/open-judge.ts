/** The judge as `lemmahead check --against` asks it, on the Lean of 2021. */
import { detectSandbox } from '../../src/lean/process/sandbox.ts';
import { type Judge, openJudge } from '../../src/verify/audit/judge.ts';
import { oldInstallation } from '../../test/lean/old-installation.ts';

/** `real` is the old binary. */
export async function fuzzedJudge(real: string): Promise<Judge> {
  return openJudge({
    installation: { ...(await oldInstallation(real)), projectRoot: null },
    level: 'audit',
    sandbox: (await detectSandbox()).level,
    allowedAxioms: [],
    allowNew: false,
    gate: true,
    timeoutMs: 60_000,
    memoryBytes: null,
    signal: new AbortController().signal,
  });
}
