import { expect, test } from 'vitest';
import fc from 'fast-check';
import { IdentifierCounter } from '../../src/index/identifier-counts.ts';
import { decodeProofs, encodeProofs } from '../../src/index/proof-lines.ts';
import { readLeanFile } from '../../src/lean/read-file.ts';

/** By line of the theorem: the decoded names in its proof. */
function proofsIn(source: string): Record<number, string[]> {
  const facts = readLeanFile(source, 'M');
  const { text, lineOf } = new IdentifierCounter().countFile(1, source, facts.identifiers);
  const spellings = text.split('\n').map((line) => line.split(' ')[0]!);
  const proofs = decodeProofs(encodeProofs(facts, source, lineOf));
  return Object.fromEntries([...proofs].map(([line, places]) => [line, places.map((place) => spellings[place]!)]));
}

test('a proof contains the names after :=, not those of the statement', () => {
  const source = `theorem one (n : Nat) (h : Even n := by decide) : Odd (Nat.succ n) := by
  exact Even.succ (id h)
@[simp] lemma two : (fun x => x) = (id : Nat → Nat) := Eq.refl id
theorem three : ∀ n : Nat, Even n → Even n
  | Nat.zero, hyp => hyp
  | _, hyp => other hyp
`;
  expect(proofsIn(source)).toEqual({
    1: ['exact', 'Even.succ'],
    3: ['Eq.refl'],
    4: ['Nat.zero', 'hyp', 'other'],
  });
});

test('only theorems have proofs, and proofs without names are left out', () => {
  const source = `def one : Nat := Nat.succ zero
theorem two : True := ⟨⟩
axiom three : True
structure Four where
  five : Nat := six
instance : Inhabited Nat := ⟨zero⟩
theorem seven : True := True.intro
`;
  expect(proofsIn(source)).toEqual({ 7: ['True.intro'] });
});

test('a proof lists each name once; of theorems on one line only the first counts', () => {
  expect(proofsIn('theorem one : True := foo (foo bar) foo.baz\n')).toEqual({ 1: ['foo', 'bar', 'foo.baz'] });
  expect(Object.keys(proofsIn('theorem one : True := foo theorem two : True := bar\n'))).toEqual(['1']);
});

test('names on any lines are the same after encoding and decoding', () => {
  const name = fc.stringMatching(/^[a-z]{3,9}$/u).map((word) => `${word}_x`);
  const proof = fc.record({ gap: fc.nat(400), names: fc.uniqueArray(name, { minLength: 1, maxLength: 40 }) });
  fc.assert(
    fc.property(fc.array(proof, { maxLength: 12 }), (proofs) => {
      let source = '';
      const expected: [string, Set<string>][] = [];
      for (const [at, { gap, names }] of proofs.entries()) {
        source += '\n'.repeat(gap);
        expected.push([String(source.split('\n').length), new Set(names)]);
        source += `theorem t${at} : True := by simp [${names.join(', ')}]\n`;
      }
      const found = Object.entries(proofsIn(source)).map(([line, names]) => [line, new Set(names)]);
      for (const [, names] of expected) names.add('simp');
      expect(found).toEqual(expected);
    }),
    { numRuns: 40 },
  );
});
