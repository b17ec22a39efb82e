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

const FIRST_LINE = 2;

/** Answers to bundles of steps by answers to the full proof with each step; null: the step closes its goal. */
export function answerBundles(answer: (proof: string) => Verdict | null): (proof: string) => Verdict | null {
  return (proof) => {
    const lines = proof.split('\n');
    const at = lines.findIndex((line) => line.includes('refine ite True'));
    if (at < 0) return answer(proof);
    const indent = lines[at]!.length - lines[at]!.replace(/^(?:· | )*/u, '').length;
    const end = lines.findIndex((line, index) => index > at && line === `${' '.repeat(indent)}· skip`);
    const messages: { line: number; text: string }[] = [{ line: FIRST_LINE + end, text: 'unsolved goals\n⊢ skipped' }];
    for (let first = at + 1; first < end;) {
      let next = first + 1;
      while (next < end && !lines[next]!.startsWith(`${' '.repeat(indent)}· `)) next++;
      const member = lines.slice(first, next).map((line) => line.slice(indent + 2));
      const head = lines[at]!.slice(0, indent);
      const own = member.map((line, index) => `${index === 0 ? head : ' '.repeat(indent)}${line}`);
      const verdict = answer([...lines.slice(0, at), ...own, ...lines.slice(end + 1)].join('\n'));
      const diagnostics = verdict?.kind === 'rejected' && verdict.by === 'lean' ? verdict.diagnostics : [];
      for (const { line, text } of diagnostics) {
        const isOfMember = indent === 0 || (line >= FIRST_LINE + at && line < FIRST_LINE + at + own.length);
        if (isOfMember) messages.push({ line: FIRST_LINE + first, text });
      }
      first = next;
    }
    return rejected(...messages);
  };
}
