import { describe, expect, it } from 'vitest';
import { diagnosticOf } from '../../../src/lean/message/diagnostics.ts';
import { portfolio } from '../../../src/prove/portfolio/portfolio.ts';
import type { Attempt, Proposal, Tools } from '../../../src/prove/strategy.ts';
import { findHoles } from '../../../src/verify/hole/holes.ts';
import type { Verdict } from '../../../src/verify/verdict.ts';
import { answerBundles, rejected } from './made.ts';

const TEXT = 'theorem t : p := by\n  sorry';
const NOTHING: Tools = { retrieve: null, ask: null };

/** All proposals, judged by `answer` instead of Lean, until one is accepted (null) or nothing is left. */
async function run(answer: (proposal: Proposal) => Verdict | null, has: string[], goal: string, maxCandidates = 400) {
  const strategy = portfolio({ tactics: () => Promise.resolve(new Set(has)), limit: 10, maxCandidates });
  const problem = { text: TEXT, hole: findHoles(TEXT)[0]!, goal: () => Promise.resolve(goal) };
  const batches = strategy.propose(problem, NOTHING);
  const proposals: Proposal[] = [];
  for (let next = await batches.next(); next.done !== true;) {
    const attempts: Attempt[] = [];
    for (const proposal of next.value) {
      proposals.push(proposal);
      const verdict = answer(proposal);
      if (verdict === null) return proposals;
      attempts.push({ proposal, verdict });
    }
    next = await batches.next(attempts);
  }
  return proposals;
}

const texts = (proposals: readonly Proposal[]): string[] => proposals.map(({ candidate }) => candidate.text);
const NO = rejected({ line: 2, text: 'type mismatch' });
const remark = (text: string): Verdict => ({
  kind: 'rejected',
  by: 'lean',
  sandbox: 'none',
  diagnostics: [diagnosticOf({ severity: 'information', line: 2, column: 2, text })],
});

describe('ProofSearch', () => {
  // No Lean in the tests has `exact?`: these wordings of several versions are simulated.
  it.each([
    ['until v4.23', 'Try this: exact found x'],
    ['since v4.24', 'Try this:\n  [apply] exact found x'],
    ['several', 'Try these:\n  [apply] exact other\n  [apply] exact found x'],
  ])('uses suggestions of `exact?` as candidates, in the wording %s', async (_, message) => {
    const answer = ({ candidate, isProbe }: Proposal): Verdict | null =>
      isProbe === true ? remark(message) : candidate.text === 'exact found x' ? null : NO;
    const proposals = await run(answer, ['exact?'], 'x : Nat\n⊢ q x');
    expect(proposals.find(({ candidate }) => candidate.text === 'exact?')).toMatchObject({ isProbe: true });
    expect(proposals.at(-1)).toEqual(
      expect.objectContaining({ candidate: expect.objectContaining({ text: 'exact found x' }) }),
    );
  });

  it('continues with the remaining goals, in the cases that Lean names', async () => {
    const answer = answerBundles((text) => {
      const lines = text.split('\n');
      if (text === 'induction n') {
        const goals = 'case zero\n⊢ q zero\n\ncase succ\nn✝ : N\nn_ih✝ : r (succ n✝)\n⊢ r (succ n✝)';
        return rejected({ line: 1, text: `unsolved goals\n${goals}` });
      }
      if (lines[0] !== 'induction n with') return NO;
      const zero = lines.indexOf('| zero =>');
      const succ = lines.indexOf('| succ n ih =>');
      const message = [];
      if (lines[zero + 1] !== '  rfl') message.push({ line: 3 + zero, text: 'unsolved goals\n⊢ q zero' });
      if (lines[succ + 1] !== '  assumption')
        message.push({ line: 3 + succ, text: 'unsolved goals\nn : N\nih : r (succ n)\n⊢ r (succ n)' });
      return message.length === 0 ? null : rejected(...message);
    });
    const proposals = await run(({ candidate }) => answer(candidate.text), ['rfl', 'assumption'], 'n : N\n⊢ q n');
    expect(proposals.at(-1)?.candidate.text).toBe('induction n with\n| zero =>\n  rfl\n| succ n ih =>\n  assumption');
  });

  it('tries nothing twice, is deterministic, and ends at its limit', async () => {
    const answer = ({ candidate: { text } }: Proposal): Verdict =>
      rejected({ line: 1, text: `unsolved goals\nh : a = b\nx${text.length % 7} : N\n⊢ q x` });
    const first = texts(await run(answer, ['rfl', 'simp'], 'h : a = b\nx : N\n⊢ q x', 100));
    expect(first).toHaveLength(100);
    expect(new Set(first).size).toBe(100);
    expect(texts(await run(answer, ['rfl', 'simp'], 'h : a = b\nx : N\n⊢ q x', 100))).toEqual(first);
  });

  it('uses the step of a bundle that closes the goal', async () => {
    const answer = answerBundles((text) => (text === 'exact h.symm' ? null : NO));
    const has = ['rfl', 'simp', 'simp_all', 'contradiction', 'decide'];
    const proposals = await run(({ candidate }) => answer(candidate.text), has, 'h : a = b\n⊢ b = a');
    expect(proposals.at(-1)?.candidate.text).toBe('exact h.symm');
    const bundles = proposals.filter(({ candidate: { text } }) => text.includes('\n· exact h.symm\n'));
    expect(bundles.map(({ isProbe }) => isProbe)).toEqual([true]);
  });

  it('continues with what each step of a bundle leaves', async () => {
    const answer = answerBundles((text) =>
      text === 'simp' || text === 'simp_all'
        ? rejected({ line: 2, text: `unsolved goals\nh : ${text === 'simp' ? 'r' : 'q'}\n⊢ q` })
        : text === 'simp_all\nassumption'
          ? null
          : NO,
    );
    const goal = 'h : p a\n⊢ q a';
    const proposals = await run(({ candidate }) => answer(candidate.text), ['simp', 'simp_all', 'assumption'], goal);
    expect(texts(proposals).some((text) => text.startsWith('simp\nrefine ite True'))).toBe(true);
    expect(proposals.at(-1)?.candidate.text).toBe('simp_all\nassumption');
  });

  it('halves a bundle that Lean does not finish, down to single steps', async () => {
    const late: Verdict = { kind: 'unchecked', why: 'timedOut', detail: 'no answer in 8 s' };
    const stopped = rejected({ line: 3, text: 'unknown tactic' });
    const goal = 'n : Nat\nh : p n\n⊢ q n';
    const split = /^cases n <;> \(first/u;
    for (const verdict of [late, stopped]) {
      const halved = await run(
        ({ candidate: { text } }) => (text.startsWith('refine ite') ? verdict : NO),
        ['rfl'],
        goal,
      );
      expect(texts(halved).some((text) => split.test(text))).toBe(true);
    }
    // Otherwise its steps are not tried again.
    const answer = answerBundles(() => NO);
    const others = texts(await run(({ candidate }) => answer(candidate.text), ['rfl'], goal));
    expect(others.some((text) => text.includes('\n· cases n <;> (first'))).toBe(true);
    expect(others.some((text) => split.test(text))).toBe(false);
  });

  it('drops a tactic after two timeouts, except in the current batch', async () => {
    const late: Verdict = { kind: 'unchecked', why: 'timedOut', detail: 'no answer in 4 s' };
    const answer = ({ candidate: { text } }: Proposal): Verdict => {
      if (text.endsWith('simp')) return late;
      return text.startsWith('cases') || text === 'constructor'
        ? rejected({ line: 1, text: `unsolved goals\nh : r${text.length} ∧ r\n⊢ q` })
        : NO;
    };
    const proposals = texts(await run(answer, ['simp'], 'h : a ∧ b\n⊢ q ∧ r'));
    expect(proposals.filter((text) => text.endsWith('simp')).length).toBeLessThanOrEqual(3);
  });
});
