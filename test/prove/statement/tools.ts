/** What checks of statements need, with the Lean of 2021: for tests and `bench/statement-checks.ts`. */
import type { StatementTools } from '../../../src/prove/statement/close-goal.ts';
import { openTrial } from '../../../src/prove/attempt/trial.ts';
import { tacticProbe } from '../../../src/prove/portfolio/probe.ts';
import { type Pair, pairNames } from '../../../src/prove/statement/scaffold.ts';
import { openJudge } from '../../../src/verify/audit/judge.ts';
import { openBatch } from '../../../src/verify/trial/batch.ts';
import { openColdLean } from '../../../src/verify/trial/cold.ts';
import type { Level } from '../../../src/verify/verdict.ts';
import { oldInstallation } from '../../lean/old-installation.ts';

export interface OpenStatementTools {
  tools: StatementTools;
  close: () => Promise<void>;
}

/** `level`: `compile` skips the audit of each proof, which makes a large benchmark faster. */
export async function openStatementTools(
  real: string,
  cacheFolder: string,
  pair: Pair | null,
  level: Level = 'audit',
): Promise<OpenStatementTools> {
  const signal = new AbortController().signal;
  const installation = await oldInstallation(real);
  const bounds = { installation, sandbox: 'none' as const, timeoutMs: 20_000, memoryBytes: null, signal };
  const lean = await openColdLean(bounds);
  const mode = await openBatch(bounds);
  const judge = await openJudge({
    ...bounds,
    level,
    allowedAxioms: pair === null ? [] : Object.values(pairNames(pair)),
    allowNew: false,
    gate: true,
    cacheFolder,
  });
  const trial = openTrial({ mode, judge, sandbox: 'none', signal });
  const tactics = tacticProbe({ lean, installation, cacheFolder, signal });
  return {
    tools: { judge, trial, tactics, version: installation.version },
    close: async () => {
      for (const each of [judge, mode, lean]) await each.close();
    },
  };
}
