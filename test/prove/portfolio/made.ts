/** Premises, goals and verdicts for tests of the portfolio. */
import { diagnosticOf } from '../../../src/lean/message/diagnostics.ts';
import { viewGoal } from '../../../src/prove/portfolio/goal-view.ts';
import { readLemma, type Lemma } from '../../../src/prove/portfolio/lemma.ts';
import type { GoalNode } from '../../../src/prove/portfolio/proof-tree.ts';
import type { Premise } from '../../../src/prove/premise.ts';
import type { Verdict } from '../../../src/verify/verdict.ts';

export function premise(writeAs: string, signature = ''): Premise {
  const known = { kind: 'theorem', doc: '', module: 'M', filePath: 'M.lean', isAtHand: true };
  return { name: `Full.${writeAs}`, writeAs, signature, ...known };
}

export function lemma(writeAs: string, signature: string): Lemma {
  return readLemma(premise(writeAs, signature));
}

export function rootOf(goal: string): GoalNode {
  return { view: viewGoal(goal), cost: 0, parent: null, solution: null, duplicates: [] };
}

/** Lean's messages by file line. */
export function rejected(...messages: { line: number; text: string }[]): Verdict {
  const diagnostics = messages.map((one) => diagnosticOf({ severity: 'error', column: 0, ...one }));
  return { kind: 'rejected', by: 'lean', sandbox: 'none', diagnostics };
}
