import { describe, expect, it } from 'vitest';
import { diagnosticOf } from '../../src/lean/message/diagnostics.ts';
import { portfolio } from '../../src/prove/portfolio/portfolio.ts';
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

function withPremises(...names: string[]): Tools {
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

/** All proposals while `judge` accepts nothing. */
async function proposed(strategy: Strategy, tools: Tools, judge: (text: string) => Verdict, goal?: string) {
  const batches = strategy.propose(problem(goal), tools);
  const texts: string[] = [];
  for (let next = await batches.next(); next.done !== true;) {
    texts.push(...next.value.map(({ candidate }) => candidate.text));
    next = await batches.next(next.value.map((proposal) => ({ proposal, verdict: judge(proposal.candidate.text) })));
  }
  return texts;
}

/** A portfolio with the given tactics. */
function made(has: readonly string[], maxCandidates = 200): Strategy {
  return portfolio({ tactics: () => Promise.resolve(new Set(has)), limit: 10, maxCandidates });
}

const NO = (): Verdict => rejected('type mismatch');

describe('portfolio', () => {
  it('tries the available tactics first and no others', async () => {
    const texts = await proposed(made(['rfl', 'simp', 'omega']), NOTHING, NO);
    expect(texts.slice(0, 3)).toEqual(['rfl', 'simp', 'omega']);
    expect(texts.join('\n')).not.toMatch(/grind|decide/u);
  });

  it('uses each lemma in every way', async () => {
    const texts = await proposed(made(['simp']), withPremises('foo'), NO, 'h : 1 = 2\n⊢ f 1 = 1');
    const steps = texts.flatMap((text) => [text, ...[...text.matchAll(/^ {2}\| (.*)$/gmu)].map((found) => found[1])]);
    for (const use of ['exact foo', 'apply foo', 'rw [foo]', 'rw [← foo]', 'simp [foo]', 'simp_all [foo]']) {
      expect(steps).toContain(use);
    }
  });

  it('introduces quantified variables with names', async () => {
    const texts = await proposed(made([]), NOTHING, NO, 'h : p\n⊢ ∀ (n : Nat), n = 1 → n = n');
    expect(texts[0]).toBe('intro n h1');
  });

  it('tries nothing twice and ends at its limit', async () => {
    const left = (): Verdict => rejected('unsolved goals\nh : p\n⊢ q');
    const texts = await proposed(made(['simp', 'rfl'], 30), withPremises('a', 'b', 'c'), left, 'h : a = b\n⊢ a = c');
    expect(texts).toHaveLength(30);
    expect(new Set(texts).size).toBe(30);
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
