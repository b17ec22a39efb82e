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

  it('are compared by what they say', async (context) => {
    const pairs = readPairs();
    const found: Record<string, string> = {};
    for (const name of Object.keys(LEVELS)) {
      const { a, b } = pairs.find((each) => each.name === name)!;
      found[name] = await levelOf(context, a, b);
    }
    expect(found).toEqual(LEVELS);
  }, 240_000);

  it('are not equivalent because both are provable, or both are false', async (context) => {
    const truths = ['theorem t : 2 + 2 = 4 := sorry\n', 'theorem t (p : Prop) : p → p := sorry\n'];
    expect(await levelOf(context, truths[0]!, truths[1]!)).toBe('both-provable');
    const falsehoods = ['theorem t (n : Nat) : n < n := sorry\n', 'theorem t (n : Nat) : n = n + 1 := sorry\n'];
    expect(await levelOf(context, falsehoods[0]!, falsehoods[1]!)).toBe('unknown');
  }, 120_000);
});

describe('one statement', () => {
  const VERDICTS = {
    'sub-then-add': ['unfaithful', 'refuted'],
    'below-zero': ['unfaithful', 'vacuous'],
    'conclusion-true': ['unchecked'],
    'exists-pairs-apart': ['unfaithful', 'refuted'],
    'own-structure-equal-width': ['unfaithful', 'refuted'],
    'constant-and-injective': ['unfaithful', 'vacuous'],
    'exists-witness-given': ['unchecked'],
  };

  it('is refuted, vacuous or trivial', async (context) => {
    const { tools, close } = await openStatementTools(oldLean(context).OLD_LEAN, cache, null, 'compile');
    const request = {
      informal: null,
      isStructure: () => false,
      reference: null,
      isQuestion: false,
      judging: null,
      maxCandidates: 5,
    };
    const found: Record<string, string[]> = {};
    const remarks: Record<string, string[]> = {};
    try {
      for (const name of Object.keys(VERDICTS)) {
        const { text } = readClaims().find((each) => each.name === name)!;
        const checked = await checkStatement(tools, statementIn(text), request);
        if ('failure' in checked) throw new Error(`${name} does not compile`);
        found[name] = [checked.verdict, ...checked.findings.map(({ rule }) => rule)];
        remarks[name] = checked.remarks.map(({ rule }) => rule);
      }
    } finally {
      await close();
    }
    expect(found).toEqual(VERDICTS);
    expect(remarks['conclusion-true']).toContain('trivial');
    expect(remarks['exists-witness-given']).toContain('trivial');
    expect(remarks['sub-then-add']).toEqual(['junk-value']);
  }, 120_000);
});
