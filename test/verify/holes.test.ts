import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findHoles } from '../../src/verify/hole/holes.ts';
import { cpuTime } from '../cpu-time.ts';

/** Position of every hole, in order: `t` for tactic, `x` for term. */
function positions(text: string): string {
  return findHoles(text)
    .map((hole) => (hole.position === 'tactic' ? 't' : 'x'))
    .join('');
}

describe('findHoles', () => {
  it('finds a sorry and reports its position in code points', () => {
    const text =
      'theorem one : 1 = 1 := rfl\n\n/-- Doc. -/\n@[simp] theorem 𝓝two (n : Nat) :\n    n = n := by\n  sorry\n\ndef x := 1\n';
    const [hole, ...rest] = findHoles(text);
    expect(rest).toEqual([]);
    expect(hole).toMatchObject({ line: 6, column: 2, position: 'tactic', isProof: true, isAlone: false });
    expect(text.slice(hole?.start, hole?.end)).toBe('sorry');
    expect(hole?.declaration).toEqual({
      keyword: 'theorem',
      name: '𝓝two',
      fullName: '𝓝two',
      start: text.indexOf('/--'),
      line: 3,
      endLine: 6,
      statement: '(n : Nat) : n = n',
    });
    expect(findHoles('theorem 𝓝 : 1 = 1 := sorry')[0]).toMatchObject({ column: 21, isEntireValue: true });
  });

  it('is not misled by comments, strings, quoted names and longer words', () => {
    const text = `
/- sorry /- nested sorry -/ sorry -/
-- sorry
/-- A sorry doc. -/
theorem t : "sorry \\" sorry" = r#"sorry "sorry" "# := by
  have «sorry» := 'x'; have sorry' := sorryAx; have h.sorry := x_sorry -- sorry
  exact match q with | .sorry => rfl
/-! sorry -/
#print axioms t
/- sorry that does not end`;
    expect(findHoles(text)).toEqual([]);
  });

  it('finds the declaration of a hole despite attributes and modifiers', () => {
    const text = `
namespace N
@[instance] theorem a : A := by
  exact sorry
@[simp, instance 100]
private noncomputable def b : B := sorry
instance : C where
  c := sorry
example (h : p) : p := sorry
theorem d (n : Nat := sorry) : n = sorry := by rfl
end N`;
    const holes = findHoles(text);
    expect(holes.map((hole) => [hole.declaration?.keyword, hole.declaration?.name, hole.isProof])).toEqual([
      ['theorem', 'a', true],
      ['def', 'b', false],
      ['instance', null, false],
      ['example', null, true],
      ['theorem', 'd', false],
      ['theorem', 'd', false],
    ]);
    expect(holes[1]?.declaration).toMatchObject({ line: 5, endLine: 6, statement: ': B' });
    expect(holes[3]?.declaration?.statement).toBe('(h : p) : p');
  });

  it('reports full names, also if a declaration follows another one on the same line', () => {
    const text = `
namespace A.B
section
theorem «x y».z : p := sorry theorem w : q := sorry @[simp] private theorem v : q := sorry
end
  mutual
    theorem _root_.u : p := sorry
    lemma t : q := by
\t  sorry
  end
open Nat in
/-- Doc. -/
theorem s : p :=
  helper
where
  helper : p := sorry
end A.B
irreducible_def r : Nat := sorry`;
    const holes = findHoles(text);
    expect(holes.map(({ declaration, isProof }) => [declaration?.fullName, declaration?.line, isProof])).toEqual([
      ['A.B.x y.z', 4, true],
      ['A.B.w', 4, true],
      ['A.B.v', 4, true],
      ['u', 7, true],
      ['A.B.t', 8, true],
      ['A.B.s', 12, true],
      ['r', 18, false],
    ]);
    expect(holes.map(({ indentation }) => indentation)).toEqual(['', '', '', '    ', '\t  ', '  ', '']);
    expect(holes[4]).toMatchObject({ column: 3, position: 'tactic' });
  });

  it('does not take keywords inside a declaration for a new declaration', () => {
    for (const text of [
      'theorem a (h : `(theorem b : B := c)) : A := sorry',
      'deriving instance Repr for A\ntheorem a : A := sorry',
      'open Nat in theorem a : A := sorry',
      'open Nat in @[simp] protected theorem a : A := sorry',
    ]) {
      expect(findHoles(text).map(({ declaration }) => declaration?.name)).toEqual(['a']);
    }
  });

  it('finds a hole in the braces of an interpolated string, as a term that is not a proof of the statement', () => {
    const text =
      'theorem t : f s!"sorry \\{sorry} {x + sorry} {sorry\n}" = f "{sorry}" := by\n  exact g s!"{(admit)}" sorry\n';
    const holes = findHoles(text);
    expect(holes.map(({ line, column, isProof, position }) => [line, column, position, isProof])).toEqual([
      [1, 37, 'term', false],
      [1, 45, 'term', false],
      [3, 15, 'term', false],
      [3, 24, 'term', true],
    ]);
    for (const { start, end } of holes) expect(['sorry', 'admit']).toContain(text.slice(start, end));
  });

  it('reports no declaration for a hole outside every declaration', () => {
    expect(findHoles('#check sorry')[0]).toMatchObject({ declaration: null, isProof: false });
  });

  it('reports admit as a tactic', () => {
    expect(findHoles('theorem a : A := by admit')[0]).toMatchObject({ position: 'tactic' });
  });

  it('distinguishes tactics from terms', () => {
    expect(positions('theorem a : A := sorry')).toBe('x');
    expect(positions('theorem a : A :=\n  sorry')).toBe('x');
    expect(positions('theorem a : A := by sorry')).toBe('t');
    expect(positions('theorem a : A := by\n  intro h\n  sorry')).toBe('t');
    expect(positions('theorem a : A := by\n  exact sorry')).toBe('x');
    expect(positions('theorem a : A := by\n  exact\n    sorry')).toBe('x');
    expect(positions('theorem a : A := by\n  exact foo\n    sorry')).toBe('x');
    expect(positions('theorem a : A := by\n  refine ⟨?_, sorry⟩\n  sorry')).toBe('xt');
    expect(positions('theorem a : A := by\n  have h : B := sorry\n  have k : C := by sorry\n  sorry')).toBe('xtt');
    expect(positions('theorem a : A := by\n  have h : B :=\n    sorry\n  have k : C := by\n    sorry\n  sorry')).toBe(
      'xtt',
    );
    expect(positions('theorem a : A := by\n  constructor\n  · sorry\n  . sorry\n  · intro x\n    sorry')).toBe('ttt');
    expect(positions('theorem a : A := by constructor <;> sorry')).toBe('t');
    expect(positions('theorem a : A := by skip; sorry; (sorry); { sorry }')).toBe('ttt');
    expect(positions('theorem a : A := by\n  first\n  | sorry\n  | simp')).toBe('t');
    expect(positions('theorem a : A := foo (sorry) { x := sorry }')).toBe('xx');
    expect(positions('theorem a : A := fun x => sorry')).toBe('x');
    expect(positions('theorem a : A :=\n  have h : B := b\n  sorry')).toBe('x');
    expect(positions('theorem a : A := let x := 1; sorry')).toBe('x');
    expect(positions('theorem a : ∀ n, A n\n  | 0 => sorry\n  | n + 1 => by sorry')).toBe('xt');
    expect(positions('theorem a : A := if h : p then sorry else by sorry')).toBe('xt');
  });

  it('reports a hole after a tactic combinator as a tactic', () => {
    for (const word of ['all_goals', 'any_goals', 'try', 'repeat', "repeat'", 'iterate 3', 'focus', 'show_term']) {
      expect(positions(`theorem a : A := by\n  ${word} sorry\n  exact sorry`)).toBe('tx');
      expect(positions(`theorem a : A := by\n  ${word} (sorry)\n  ${word}\n    simp\n    sorry`)).toBe('tt');
    }
    expect(positions('def f : A := f\ndecreasing_by sorry')).toBe('t');
    expect(positions('def f : A := f\ndecreasing_by\n  simp\n  sorry')).toBe('t');
    expect(positions('theorem a : A := by\n  open Nat in\n  sorry\n  open Nat in sorry')).toBe('tt');
    expect(positions('theorem a : A := by\n  set_option x true in\n  sorry')).toBe('t');
    expect(positions('theorem a : A :=\n  open Nat in\n  sorry')).toBe('x');
    expect(positions('theorem a : A := by\n  exact ∑ i in sorry, f i\n  exact open Nat in sorry')).toBe('xx');
    expect(positions('theorem a : A := by\n  fun_induction f x with\n  | case1 => sorry')).toBe('t');
  });

  it('distinguishes a list of tactics from a list of terms', () => {
    expect(positions('theorem a : A := by\n  constructor <;> [sorry; (simp; sorry)]')).toBe('tt');
    expect(positions('theorem a : A := by\n  constructor <;> [skip, sorry, (foo ; [b]), sorry]')).toBe('tt');
    expect(positions('theorem a : A := by\n  constructor <;> [exact [b, sorry]; simp [sorry, sorry]]')).toBe('xxx');
    expect(positions('theorem a : A := by\n  simp [sorry, sorry]\n  exact ⟨a, sorry⟩')).toBe('xxx');
    expect(positions('theorem a : A := by\n  exact !![a, b; sorry, c]; sorry')).toBe('xt');
    expect(positions('theorem a : A := by\n  exact (a); sorry\n  exact f [b] ⟨c⟩ {d}; sorry')).toBe('tt');
    expect(positions('theorem a : A := by\n  simp [b, by skip; sorry]')).toBe('t');
  });

  it('recognizes the arms of the tactic intro, but not those of a function after it', () => {
    expect(positions('theorem a : A := by\n  intro\n  | 0 => sorry\n  | n + 1 => exact sorry')).toBe('tx');
    expect(positions('theorem a : A := by\n  intro x\n  exact b x\nwhere\n  b : ∀ n, P n\n  | 0 => sorry')).toBe('x');
    expect(positions('def f (t : T) : Nat :=\n  match t with\n  | .intro\n  | .elim => sorry')).toBe('x');
    expect(positions('def f : T → Nat\n  | intro | elim => sorry')).toBe('x');
    expect(positions('theorem a : A := by\n  first\n  | intro\n  | sorry')).toBe('t');
  });

  it('counts the columns of a block in code points', () => {
    expect(positions('theorem a : A := by\n  have : 𝓝 𝓝 := by skip\n                   sorry')).toBe('t');
    expect(positions('theorem a : A := by\n  have : 𝓝 𝓝 := by skip\n                     sorry')).toBe('x');
  });

  it('takes linear time for every kind of repetition', () => {
    const many = 30_000;
    expect(positions(`theorem t : A\n${'  | a => sorry\n'.repeat(many)}`)).toBe('x'.repeat(many));
    expect(positions(`theorem t : A := by\n  first ${'| sorry '.repeat(many)}`)).toBe('t'.repeat(many));
    expect(positions(`def t := ${'if a then sorry else '.repeat(many)}`)).toBe('x'.repeat(many));
    expect(positions(`def t := ${'∑ i in sorry, '.repeat(many)}`)).toBe('x'.repeat(many));
    expect(positions(`def t := match x with ${'| a => sorry '.repeat(many)}`)).toBe('x'.repeat(many));
    expect(positions(`def t := ${'a) | sorry '.repeat(many)}`)).toBe('x'.repeat(many));
    expect(positions(`def t := [${'sorry, '.repeat(many)}a]`)).toBe('x'.repeat(many));
    expect(positions(`${'open A in '.repeat(many)}def t := sorry`)).toBe('x');
    const stair = Array.from({ length: 30 }, (_, i) => `${' '.repeat(40 - i)}sorry\n`).join('');
    expect(positions(`theorem t : P := by\n${'by x '.repeat(many)}\n${stair}`)).toHaveLength(30);
    expect(positions(`theorem t : P := ${'(x '.repeat(2 * many)}\n  sorry`)).toBe('x');
    expect(positions(`theorem t : P := by ${'(a) '.repeat(many)}; ${'sorry; '.repeat(many)}`)).toHaveLength(many);
  });

  it('distinguishes tactics from terms in the arms of cases, induction, match and fun', () => {
    const arms = (head: string, indent = '  ') =>
      `theorem a : A := by\n  skip\n  ${head}\n${indent}| zero => sorry\n${indent}| succ n ih =>\n${indent}  sorry`;
    expect(positions(arms('induction n with'))).toBe('tt');
    expect(positions(arms('cases h with', '    '))).toBe('tt');
    expect(positions(arms('match n with'))).toBe('tt');
    expect(positions(arms('exact match n with', '    '))).toBe('xx');
    expect(positions(arms('exact fun', '    '))).toBe('xx');
    expect(positions('theorem a : A :=\n  match n with\n  | 0 => fun x => x\n  | _ => sorry')).toBe('x');
    expect(positions('theorem a : A := by\n  cases h\n  case inl x => sorry\n  case inr =>\n    sorry')).toBe('tt');
    const nested = `theorem a : A := by
  induction n with
  | zero =>
    exact match m with
      | 0 => fun x => x
      | _ => sorry
  | succ n ih => sorry`;
    expect(positions(nested)).toBe('xt');
  });

  it('handles a block of any length', () => {
    const block = '  skip\n'.repeat(30_000);
    expect(positions(`theorem a : A := by\n${block}  sorry`)).toBe('t');
  });

  it('never throws, and reports holes in order, each of them sorry or admit', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'sorry',
        'by',
        ':=',
        '=>',
        '|',
        '(',
        ')',
        '·',
        'theorem',
        'match',
        'fun',
        ';',
        '\n',
        '\n  ',
        '/-',
        '-/',
        '"',
        '--',
        '«',
      ),
      fc.string({ maxLength: 4, unit: 'grapheme' }),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join(' ');
        const holes = findHoles(text);
        for (const [index, hole] of holes.entries()) {
          expect(text.slice(hole.start, hole.end)).toMatch(/^(sorry|admit)$/);
          expect(hole.start).toBeGreaterThanOrEqual(holes[index - 1]?.end ?? 0);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('finds 20,000 holes on one line without reading the line again for each', () => {
    const text = `def s := s!"${'{sorry}'.repeat(20_000)}"`;
    const holes = findHoles(text);
    expect(holes).toHaveLength(20_000);
    expect(holes.at(-1)?.column).toBe(text.lastIndexOf('sorry'));
  });

  it.each([
    ['on separate lines', 'theorem a : 1 = 1 := by\n', '  sorry\n', 't'],
    ['outside any declaration', '', 'sorry\n', 'x'],
    ['on one line', 'theorem a : 1 = 1 := by ', 'sorry; ', 't'],
  ])('finds 50,000 holes %s without walking up the block for each', (_what, start, piece, position) => {
    const began = cpuTime();
    expect(positions(start + piece.repeat(50_000))).toBe(position.repeat(50_000));
    expect(cpuTime() - began).toBeLessThan(4000);
  });
});
