import { describe, expect, it } from 'vitest';
import { captureFrom } from '../../src/lean/message/message-captures.ts';
import { classifyMessage } from '../../src/lean/message/message-class.ts';
import { errorQueries, goalWords, startQueries, wordsOf, type Query } from '../../src/prove/retrieval/premise-query.ts';

/** Queries for a message of Lean. */
function queriesFor(text: string): Query[] {
  const of = classifyMessage('error', null, text);
  return errorQueries({ class: of, captured: captureFrom(of, text) });
}

const shown = (text: string): string[] =>
  queriesFor(text).map(({ as, reason, text: words }) => `${reason} ${as}: ${words}`);

describe('wordsOf', () => {
  it.each([
    ['(a b : Nat) : a + b = b', ['Nat', 'add', 'eq']],
    ['(a b : Nat) : a * b', ['Nat', 'mul']],
    ['(a b : Nat) : a ≤ b', ['Nat', 'le']],
    ['(a b : Nat) : a ∣ b', ['Nat', 'dvd']],
    ['(x : α) (s : Set α) : x ∈ s', ['Set', 'mem']],
  ])('%s', (statement, words) => {
    expect(wordsOf(statement)).toEqual(words);
  });

  it('returns identifiers, types and operators in order without duplicates', () => {
    expect(wordsOf('{s t : Finset ℕ} (hs : s ⊆ t) : (s ∪ t).card = Finset.card t ∧ ∃ n, n ∉ s')).toEqual([
      'Finset',
      'nat',
      'subset',
      'union',
      'card',
      'eq',
      'Finset.card',
      'and',
      'exists',
      'mem',
      'not',
    ]);
  });

  it('keeps a symbol of library notation', () => {
    expect(wordsOf('(a : A) : a ⋈ a')).toEqual(['⋈']);
  });

  it('goalWords starts with the words of the target', () => {
    expect(goalWords('x y : Nat\nhxy : x ∣ y\n⊢ x.gcd y = x')).toEqual(['x.gcd', 'eq', 'dvd', 'Nat']);
  });

  it('limits the number of words', () => {
    const long = Array.from({ length: 500 }, (_, k) => `name_${k}`).join(' ');
    expect(wordsOf(long)).toHaveLength(40);
  });
});

describe('startQueries', () => {
  it('returns the goal and the words of the statement', () => {
    expect(startQueries('a : Nat\n⊢ a ∣ a', '(a : Nat) : a ∣ a')).toEqual([
      { text: 'a : Nat\n⊢ a ∣ a', as: 'goal', reason: 'start' },
      { text: 'Nat dvd', as: 'text', reason: 'start' },
    ]);
    expect(startQueries('⊢ ', '')).toEqual([]);
  });

  it('uses only the target of a very long goal', () => {
    const [goal] = startQueries(`h : ${'x '.repeat(5000)}\n⊢ a ∣ b`, '');
    expect(goal).toEqual({ text: '⊢ a ∣ b', as: 'goal', reason: 'start' });
  });
});

describe('errorQueries', () => {
  it.each<[string, string, string[]]>([
    [
      'an unknown name, old wording',
      "unknown identifier 'Nat.dvd_gcd_of'",
      ['unknown_identifier name: Nat.dvd_gcd_of', 'unknown_identifier text: Nat dvd gcd of'],
    ],
    [
      'an unknown name, new wording',
      'Unknown identifier `add_swap`',
      ['unknown_identifier name: add_swap', 'unknown_identifier text: add swap'],
    ],
    ['an unknown hypothesis', "unknown identifier 'h₁'", []],
    [
      'an unknown constant',
      'Unknown constant `Nat.bdiv`',
      ['unknown_identifier name: Nat.bdiv', 'unknown_identifier text: Nat bdiv'],
    ],
    [
      'an invalid field',
      'Invalid field `suc`: The environment does not contain `Nat.suc`, so it is not possible to project the field `suc` from an expression\n  n\nof type `Nat`',
      ['unknown_identifier name: Nat.suc', 'unknown_identifier text: Nat suc'],
    ],
    [
      'a type mismatch',
      'type mismatch\n  Nat.add_comm a b\nhas type\n  a + b = b + a : Prop\nbut is expected to have type\n  a * b = b * a : Prop',
      ['type_mismatch goal: ⊢ a * b = b * a', 'type_mismatch text: mul eq add', 'type_mismatch name: Nat.add_comm'],
    ],
    [
      'a missing instance',
      'failed to synthesize\n  Module R (Foo M)',
      ['no_instance text: Module Foo', 'no_instance name: Module'],
    ],
    [
      'a failed rewrite',
      "tactic 'rewrite' failed, did not find instance of the pattern in the target expression\n  ?n ∣ ?m\na b : Nat\n⊢ a * b = b * a",
      ['rewrite goal: a b : Nat\n⊢ a * b = b * a', 'rewrite text: dvd'],
    ],
    [
      'unsolved goals',
      'unsolved goals\na b : Nat\n⊢ a.gcd b ∣ a',
      ['goal_left goal: a b : Nat\n⊢ a.gcd b ∣ a', 'goal_left text: a.gcd dvd Nat'],
    ],
    [
      'another failed tactic',
      "tactic 'assumption' failed\na b : Nat\n⊢ a ∣ b",
      ['goal_left goal: a b : Nat\n⊢ a ∣ b', 'goal_left text: dvd Nat'],
    ],
    ['a syntax error', "unexpected token ':='; expected ')'", []],
    ['a finished proof', 'no goals to be solved', []],
    ['a timeout', "(deterministic) timeout at 'whnf', maximum number of heartbeats (200000) has been reached", []],
    ['a missing import', "unknown module prefix 'Mathlib'", []],
  ])('for %s', (_what, text, queries) => {
    expect(shown(text)).toEqual(queries);
  });
});
