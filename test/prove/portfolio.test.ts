import { describe, expect, it } from 'vitest';
import { diagnosticOf } from '../../src/lean/message/diagnostics.ts';
import { portfolio } from '../../src/prove/portfolio.ts';
import type { Premise } from '../../src/prove/premise.ts';
import type { Problem, Strategy, Tools } from '../../src/prove/strategy.ts';
import { goalOfStatement } from '../../src/verify/hole/goal.ts';
import { findHoles } from '../../src/verify/hole/holes.ts';
import type { Verdict } from '../../src/verify/verdict.ts';

const TEXT = 'theorem t : 1 = 1 := sorry';

function problem(goal = '⊢ 1 = 1'): Problem {
  const hole = findHoles(TEXT)[0];
  if (hole === undefined) throw new Error('no hole');
  return { text: TEXT, hole, goal: () => Promise.resolve(goal) };
}

function premise(writeAs: string): Premise {
  const known = { kind: 'theorem', signature: '', doc: '', module: 'M', filePath: 'M.lean', isAtHand: true };
  return { name: `Full.${writeAs}`, writeAs, ...known };
}

function bringing(...names: string[]): Tools {
  return { retrieve: () => Promise.resolve(names.map(premise)), ask: null };
}

const NOTHING: Tools = { retrieve: null, ask: null };

function rejected(text: string): Verdict {
  return {
    kind: 'rejected',
    by: 'lean',
    sandbox: 'none',
    diagnostics: [diagnosticOf({ severity: 'error', line: 1, column: 0, text })],
  };
}

/** All that is proposed while `judge` accepts nothing. */
async function proposed(strategy: Strategy, tools: Tools, judge: (text: string) => Verdict, goal?: string) {
  const batches = strategy.propose(problem(goal), tools);
  const texts: string[] = [];
  for (let next = await batches.next(); next.done !== true;) {
    texts.push(...next.value.map(({ candidate }) => candidate.text));
    next = await batches.next(next.value.map((proposal) => ({ proposal, verdict: judge(proposal.candidate.text) })));
  }
  return texts;
}

describe('portfolio', () => {
  it('tries plain tactics first, then each lemma in every way', async () => {
    const texts = await proposed(portfolio(10), bringing('Nat.add_comm', 'foo'), () => rejected('type mismatch'));
    expect(texts.slice(0, 3)).toEqual(['rfl', 'trivial', 'assumption']);
    expect(texts.slice(-10)).toEqual([
      'exact Nat.add_comm',
      'apply Nat.add_comm <;> assumption',
      'rw [Nat.add_comm]',
      'rw [← Nat.add_comm]',
      'simp [Nat.add_comm]',
      'exact foo',
      'apply foo <;> assumption',
      'rw [foo]',
      'rw [← foo]',
      'simp [foo]',
    ]);
  });

  it('introduces what is quantified before it rewrites', async () => {
    const no = (): Verdict => rejected('no');
    const texts = await proposed(portfolio(10), bringing('L'), no, 'h : p\n⊢ ∀ (n : Nat), n = n');
    expect(texts).toContain('intros\nrw [L]');
    const under = await proposed(portfolio(10), bringing('L'), no, 'h : ∀ (n : Nat), n = n\n⊢ p');
    expect(under).toContain('rw [L]');
  });

  it('retrieves nothing before the plain tactics have failed, nor where nothing can be retrieved', async () => {
    let asked = 0;
    const retrieve = (): Promise<Premise[]> => {
      asked++;
      return Promise.resolve([]);
    };
    const batches = portfolio(10).propose(problem(), { retrieve, ask: null });
    await batches.next();
    expect(asked).toBe(0);
    await batches.next([]);
    expect(asked).toBe(1);
    expect(await proposed(portfolio(10), NOTHING, () => rejected('no'))).not.toHaveLength(0);
  });

  it('asks for a tactic that the toolchain does not have only once', async () => {
    const strategy = portfolio(10);
    const judge = (text: string): Verdict => rejected(text === 'grind' || text === 'omega' ? 'unknown tactic' : 'no');
    const first = await proposed(strategy, NOTHING, judge);
    const second = await proposed(strategy, NOTHING, judge);
    expect(first.filter((text) => !second.includes(text)).toSorted()).toEqual(['grind', 'omega']);
  });
});

describe('goalOfStatement', () => {
  it.each([
    ['(n : Nat) (h : 0 < n) : n ≠ 0', 'n : Nat\nh : 0 < n\n⊢ n ≠ 0'],
    [': ∀ n, P (n : Nat)', '⊢ ∀ n, P (n : Nat)'],
    ['{α : Type u} [Group α] (a b : α := 1) : a * b = b * a', 'α : Type u\nGroup α\na b : α\n⊢ a * b = b * a'],
    ['n : n = n', '⊢ n = n'],
    ['', '⊢ '],
  ])('%j', (statement, goal) => {
    expect(goalOfStatement(statement)).toBe(goal);
  });
});
