import { expect, it } from 'vitest';
import { lemmaOfProof, withoutDirection } from '../../../src/bench/goals/one-step-proof.ts';
import { tokenise } from '../../../src/lean/lexer.ts';

const lemmaOf = (proof: string): string | null => {
  const tokens = tokenise(proof, []);
  return lemmaOfProof(tokens, { from: 0, to: tokens.count });
};

it.each([
  ['add_comm', 'add_comm'],
  ['Nat.add_comm a (b + c)', 'Nat.add_comm'],
  ['@le_trans α _ a b c h.1 ?_', 'le_trans'],
  ['foo_iff.2 h', 'foo_iff'],
  ['foo_iff.mpr h', 'foo_iff.mpr'],
  ['foo.{u} (h := k)', 'foo'],
  ['foo fun x => by simp', 'foo'],
  ['foo <| bar a', 'foo'],
  ['by exact foo a', 'foo'],
  ['by apply foo', 'foo'],
])('lemmaOfProof reads %s', (proof, lemma) => expect(lemmaOf(proof)).toBe(lemma));

it.each([
  '',
  'by simp',
  'by rw [foo]',
  'fun x => foo x',
  '⟨a, b⟩',
  '(foo a).symm',
  'foo_iff.2.symm',
  'foo a ▸ b',
  'foo a + b',
  'by exact foo; simp',
  'sorry',
  'foo\n  a',
])('lemmaOfProof refuses %j', (proof) => expect(lemmaOf(proof)).toBeNull());

it('withoutDirection removes only a direction', () => {
  expect(withoutDirection('foo_iff.mpr')).toBe('foo_iff');
  expect(withoutDirection('Nat.add_comm')).toBeNull();
});
