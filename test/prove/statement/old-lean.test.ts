/** Comparisons and checks of statements with the Lean of 2021. The whole sets are in `bench/statement-checks.ts`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, type TestContext } from 'vitest';
import { readClaims, readPairs } from '../../../bench/statement-sets.ts';
import { checkStatement } from '../../../src/prove/statement/check-statement.ts';
import { compareStatements } from '../../../src/prove/statement/equivalence.ts';
import { oldLean } from '../../lean/old-lean.ts';
import { statementIn } from './statement-in.ts';
import { openStatementTools } from './tools.ts';

let cache: string;
beforeEach(() => (cache = mkdtempSync(join(tmpdir(), 'lemmahead-statement-'))));
afterEach(() => rmSync(cache, { recursive: true, force: true }));

async function levelOf(context: TestContext, a: string, b: string): Promise<string> {
  const pair = { a: statementIn(a), b: statementIn(b) };
  const { tools, close } = await openStatementTools(oldLean(context).OLD_LEAN, cache, pair, 'compile');
  try {
    const compared = await compareStatements(tools, pair.a, pair.b);
    return 'level' in compared ? compared.level : 'not compared';
  } finally {
    await close();
  }
}

describe('two statements', () => {
  const LEVELS = {
    'predicate-renamed': 'same',
    'greater-for-less': 'defeq',
    'conjuncts-swapped': 'equivalent',
    'missing-positivity': 'weaker',
    'definition-differs': 'unknown',
    // By the tableau.
    'pair-in-conclusion': 'equivalent',
    'functions-differ-somewhere': 'equivalent',
    'or-premise-split': 'equivalent',
    'not-false-for-true': 'equivalent',
    'one-hypothesis-each': 'weaker',
    'two-of-three-claims': 'stronger',
  };

  it.for(Object.entries(LEVELS))('%s: are %s', async ([name, level], context) => {
    const { a, b } = readPairs().find((each) => each.name === name)!;
    expect(await levelOf(context, a, b)).toBe(level);
  });

  it('are not equivalent because both are provable, or both are false', async (context) => {
    const truths = ['theorem t : 2 + 2 = 4 := sorry\n', 'theorem t (p : Prop) : p → p := sorry\n'];
    expect(await levelOf(context, truths[0]!, truths[1]!)).toBe('both-provable');
    const falsehoods = ['theorem t (n : Nat) : n < n := sorry\n', 'theorem t (n : Nat) : n = n + 1 := sorry\n'];
    expect(await levelOf(context, falsehoods[0]!, falsehoods[1]!)).toBe('unknown');
  }, 120_000);
});

describe('one statement', () => {
  /** The verdict, the rules of the findings, and those of remarks. */
  const VERDICTS: Record<string, { verdict: string; findings: string[]; remarks?: string[] }> = {
    'sub-then-add': { verdict: 'unfaithful', findings: ['refuted'], remarks: ['junk-value'] },
    'below-zero': { verdict: 'unfaithful', findings: ['vacuous'] },
    'conclusion-true': { verdict: 'unchecked', findings: [], remarks: ['trivial'] },
    'exists-pairs-apart': { verdict: 'unfaithful', findings: ['refuted'] },
    'own-structure-equal-width': { verdict: 'unfaithful', findings: ['refuted'] },
    'constant-and-injective': { verdict: 'unfaithful', findings: ['vacuous'] },
    'exists-witness-given': { verdict: 'unchecked', findings: [], remarks: ['trivial'] },
  };
  const REQUEST = {
    informal: null,
    isStructure: () => false,
    reference: null,
    isQuestion: false,
    judging: null,
    maxCandidates: 5,
  };

  it.for(Object.entries(VERDICTS))('%s', async ([name, { verdict, findings, remarks = [] }], context) => {
    const { tools, close } = await openStatementTools(oldLean(context).OLD_LEAN, cache, null, 'compile');
    try {
      const { text } = readClaims().find((each) => each.name === name)!;
      const checked = await checkStatement(tools, statementIn(text), REQUEST);
      if ('failure' in checked) throw new Error(`${name} does not compile`);
      expect(checked.verdict).toBe(verdict);
      expect(checked.findings.map(({ rule }) => rule)).toEqual(findings);
      expect(checked.remarks.map(({ rule }) => rule)).toEqual(expect.arrayContaining(remarks));
    } finally {
      await close();
    }
  });
});
