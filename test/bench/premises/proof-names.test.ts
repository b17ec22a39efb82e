import { describe, expect, test } from 'vitest';
import { namesInProof } from '../../../bench/train/premises/proof-names.ts';
import { tokenise } from '../../../src/lean/lexer.ts';

/** The names in a proof: `.x` for a field of an unnamed term, `h.x` for a field of a variable. */
function namesIn(proof: string, locals: string[] = []): string[] {
  const tokens = tokenise(proof, []);
  return namesInProof(tokens, { from: 0, to: tokens.count }, new Set(locals)).map((name) =>
    name.how === 'name' ? name.written : `${name.how === 'field' ? name.receiver : ''}.${name.written}`,
  );
}

describe('namesInProof', () => {
  test.each<[string, string, string[]]>([
    ['lemmas of rw and simp', ':= by rw [foo, ← bar x, h]; simp only [baz, ← qux]', ['foo', 'bar', 'baz', 'qux']],
    ['no lemma excluded from simp', ':= by simp [foo, ← bar, -baz]', ['foo', 'bar']],
    ['no lemma if simp only excludes one', ':= by simp [-baz]', []],
    ['no options of tactics', ':= by simp +arith (config := { zeta := false }) [foo]', ['foo']],
    ['both operands of a subtraction', ':= by rw [foo - bar]', ['foo', 'bar']],
    ['nothing in strings and comments', ':= by exact foo "bar" /- baz -/ -- qux\n', ['foo']],
    ['no tactics that share a name with a declaration', ':= by constructor <;> ring', []],
    ['names in anonymous constructors', ':= ⟨foo, fun y ↦ bar y, by exact baz⟩', ['foo', 'bar', 'baz']],
    ['the values of named arguments', ':= foo (bar := baz)', ['foo', 'baz']],
    [
      'the values of structure fields',
      ':= { toFun := foo, map_one a b := bar a, map_mul := baz }',
      ['foo', 'bar', 'baz'],
    ],
    ['the names in a structure update', ':= { qux with toFun := foo }', ['qux', 'foo']],
    ['the names in a where block', 'where\n  toFun x := foo x\n  map_one := by simp [bar]\n', ['foo', 'bar']],
    ['a field of an unnamed term', ':= (foo x).trans (.intro bar)', ['foo', '.trans', '.intro', 'bar']],
    ['no quoted names', ':= by run `foo bar', ['run', 'bar']],
    ['names without guillemets', ':= Foo.«bar» x', ['Foo.bar']],
  ])('finds %s', (_, proof, names) => {
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
    ['absolute values, which bind nothing', ':= by rw [foo : |bar| = baz]', ['foo', 'bar', 'baz']],
  ])('excludes names bound by %s', (_, proof, names) => {
    const found = namesIn(proof).filter((name) => name !== 'use');
    expect(found).toEqual(names);
  });

  test('includes a name before the proof binds it', () => {
    expect(namesIn(':= by rw [foo]; intro foo; exact foo')).toEqual(['foo']);
  });

  test('keeps the variable of a field for variables of the statement, but not for names that the proof binds', () => {
    expect(namesIn(':= h.trans (fun k ↦ k.symm)', ['h'])).toEqual(['h.trans', '.symm']);
  });

  test('applies `open … in` to the names after it', () => {
    const tokens = tokenise(':= by exact foo; open A B in exact bar', []);
    const names = namesInProof(tokens, { from: 0, to: tokens.count }, new Set());
    expect(names.map(({ written, opens }) => [written, opens])).toEqual([
      ['foo', []],
      ['bar', ['A', 'B']],
    ]);
  });
});
