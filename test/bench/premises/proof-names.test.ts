import { describe, expect, test } from 'vitest';
import { namesInProof } from '../../../bench/train/premises/proof-names.ts';
import { tokenise } from '../../../src/lean/lexer.ts';

/** What is left of a proof: names as written, `.x` for a field of what has no name, `h.x` for one of a variable. */
function namesIn(proof: string, locals: string[] = []): string[] {
  const tokens = tokenise(proof, []);
  return namesInProof(tokens, { from: 0, to: tokens.count }, new Set(locals)).map((name) =>
    name.how === 'name' ? name.written : `${name.how === 'field' ? name.receiver : ''}.${name.written}`,
  );
}

describe('names in a proof', () => {
  test.each<[string, string, string[]]>([
    ['lemmas of rw and simp', ':= by rw [foo, ← bar x, h]; simp only [baz, ← qux]', ['foo', 'bar', 'baz', 'qux']],
    ['a lemma that simp leaves out is none', ':= by simp [foo, ← bar, -baz]', ['foo', 'bar']],
    ['a lemma that alone is left out is none', ':= by simp [-baz]', []],
    ['options of tactics', ':= by simp +arith (config := { zeta := false }) [foo]', ['foo']],
    ['subtraction is no option', ':= by rw [foo - bar]', ['foo', 'bar']],
    ['strings and comments', ':= by exact foo "bar" /- baz -/ -- qux\n', ['foo']],
    ['tactics that share a name with a declaration', ':= by constructor <;> ring', []],
    ['anonymous constructors', ':= ⟨foo, fun y ↦ bar y, by exact baz⟩', ['foo', 'bar', 'baz']],
    ['named arguments', ':= foo (bar := baz)', ['foo', 'baz']],
    ['fields of a structure', ':= { toFun := foo, map_one a b := bar a, map_mul := baz }', ['foo', 'bar', 'baz']],
    ['an update of a structure', ':= { qux with toFun := foo }', ['qux', 'foo']],
    ['a where block', 'where\n  toFun x := foo x\n  map_one := by simp [bar]\n', ['foo', 'bar']],
    ['a field on what has no name', ':= (foo x).trans (.intro bar)', ['foo', '.trans', '.intro', 'bar']],
    ['quoted names', ':= by run `foo bar', ['run', 'bar']],
    ['guillemets', ':= Foo.«bar» x', ['Foo.bar']],
  ])('%s', (_, proof, names) => {
    expect(namesIn(proof, ['x', 'h'])).toEqual(names);
  });

  test.each<[string, string, string[]]>([
    ['fun', ':= fun foo (bar : T) ⟨baz, qux⟩ ↦ use foo bar baz qux', ['T']],
    ['fun with alternatives', ':= fun | .inl foo => left | foo, bar => bar', ['.inl']],
    ['intro and rintro', ':= by intro foo\n  rintro ⟨bar, rfl⟩ | baz\n  exact foo bar baz', []],
    ['obtain', ':= by obtain ⟨foo, bar : Q⟩ : P := baz\n  exact foo', ['Q', 'P', 'baz']],
    ['have, with parameters', ':= by have foo (bar : P) : Q := bar\n  exact foo', ['P', 'Q']],
    ['rcases … with', ':= by rcases foo with ⟨bar, baz⟩ | qux\n  exact bar qux', ['foo']],
    ['cases', ':= by cases foo with\n  | inl bar => exact bar\n  | inr baz => exact baz', ['foo']],
    ['quantifiers', ':= by have : ∀ foo ∈ bar, ∃ baz > foo, p baz := qux', ['bar', 'p', 'qux']],
    [
      'big operators and integrals',
      ':= show ∑ foo ∈ bar, f foo = ∫ baz in bar, baz from qux',
      ['bar', 'f', 'bar', 'qux'],
    ],
    ['sets', ':= show {foo | bar foo} = {baz ∈ s | bar baz} from qux', ['bar', 's', 'bar', 'qux']],
    ['by_cases and if', ':= by by_cases foo : p; exact if bar : q then foo else bar', ['p', 'q']],
    ['equations', '| 0, foo => bar foo\n  | baz + 1, _ => bar baz', ['bar', 'bar']],
    ['absolute values bind nothing', ':= by rw [foo : |bar| = baz]', ['foo', 'bar', 'baz']],
  ])('what %s binds is none', (_, proof, names) => {
    const found = namesIn(proof).filter((name) => name !== 'use');
    expect(found).toEqual(names);
  });

  test('a name counts up to where the proof binds it', () => {
    expect(namesIn(':= by rw [foo]; intro foo; exact foo')).toEqual(['foo']);
  });

  test('a field of a variable of the statement keeps the variable, one of a name that the proof binds does not', () => {
    expect(namesIn(':= h.trans (fun k ↦ k.symm)', ['h'])).toEqual(['h.trans', '.symm']);
  });

  test('open … in holds for what follows', () => {
    const tokens = tokenise(':= by exact foo; open A B in exact bar', []);
    const names = namesInProof(tokens, { from: 0, to: tokens.count }, new Set());
    expect(names.map(({ written, opens }) => [written, opens])).toEqual([
      ['foo', []],
      ['bar', ['A', 'B']],
    ]);
  });
});
