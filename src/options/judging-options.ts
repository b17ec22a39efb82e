/** Options that `check` and the commands that prove share: verification level, sandbox, allowed axioms. */
import type { SandboxLevel } from '../lean/process/sandbox.ts';
import type { Level } from '../verify/verdict.ts';

export interface JudgingOptions {
  /** `--allow-axioms`: full names of axioms that a proof may use in addition to the three standard ones. */
  allowAxioms: string[];
  level: Level;
  /** `--require-sandbox`: the weakest sandbox that Lean may run in; null for any. */
  requireSandbox: SandboxLevel | null;
}
