/** Opens the judge with the settings of `lemmahead check --against`, on the Lean of 2021. */
import { detectSandbox } from '../../src/lean/process/sandbox.ts';
import { type Judge, openJudge } from '../../src/verify/audit/judge.ts';
import { oldInstallation } from '../../test/lean/old-installation.ts';

/** `real`: path of the old Lean binary. `cache`: where the compiled auditor is kept, if for more than this judge. */
export async function openFuzzJudge(real: string, cache: { cacheFolder?: string } = {}): Promise<Judge> {
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
    ...cache,
  });
}
