/** The report of `doctor --self-test` on the judge. */
import { fault, ok, type Check } from '../../base/health.ts';
import type { SandboxLevel } from '../../lean/process/sandbox-levels.ts';
import { unguardedBugsOf } from '../../lean/toolchain/soundness-bugs.ts';
import type { LeanVersion } from '../../lean/toolchain/toolchain.ts';
import { failureOf, isFailure, type CaseResult, type SelfTestResult } from './self-test.ts';

/** How many failed cases are listed. */
const MAX_LISTED = 10;

const FIX =
  'nothing is judged with this Lean; use another toolchain, and report this: every case listed here, and lean --version';

export function selfTestChecks(result: SelfTestResult, version: LeanVersion, sandbox: SandboxLevel): Check[] {
  const { attacks, honest } = result;
  const right = (cases: readonly CaseResult[]): number => cases.filter(({ state }) => state === 'right').length;
  const tried = (cases: readonly CaseResult[]): CaseResult[] => cases.filter(({ state }) => state !== 'notApplicable');
  const skipped = attacks.length + honest.length - tried(attacks).length - tried(honest).length;
  const unguarded = unguardedBugsOf(version).length;
  const words =
    `${right(attacks)} of ${tried(attacks).length} attacks stopped, ` +
    `${right(honest)} of ${tried(honest).length} honest proofs accepted` +
    (skipped > 0 ? `, ${skipped} cases are for another Lean` : '') +
    `${unguarded > 0 ? `, ${unguarded} known kernel bugs not guarded against` : ''} (${version.text}; sandbox: ${sandbox})`;
  const failure = failureOf(result);
  if (failure === null) return [ok('self-test', words)];
  const failures = [...attacks, ...honest].filter(isFailure);
  const listed = (failures.length > 0 ? failures : [failure]).slice(0, MAX_LISTED);
  return [
    fault('self-test', words, FIX),
    ...listed.map(({ name, words: trick, detail }) => fault(name, `${detail} (${trick})`, `see fixtures/${name}`)),
  ];
}
