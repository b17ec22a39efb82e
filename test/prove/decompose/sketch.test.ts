/** Sketches: putting them into files, proofs into their steps, and dropping unused steps. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillSketch, putSketch, stepsIn, withoutUnused } from '../../../src/prove/decompose/sketch.ts';
import { findHoles } from '../../../src/verify/hole/holes.ts';
import { applyEdits, fillingOf } from '../../../src/verify/hole/splice.ts';

const tactic = (...lines: string[]) => ({ kind: 'tactic' as const, text: lines.join('\n') });
const FILE = 'theorem a : A := by sorry\n\ntheorem b : B := by\n  intro x\n  sorry\n\ntheorem c : C := sorry\n';
const INDUCTION = tactic(
  'have h : A := by sorry',
  'induction n with',
  '| zero => sorry',
  '| succ n ih =>',
  '  have k : B := by sorry',
  '  exact h k ih',
);

describe('putSketch', () => {
  it('finds the steps among the holes of the file', () => {
    const { text, holes, steps } = putSketch(FILE, findHoles(FILE)[1]!, INDUCTION);
    expect(steps).toEqual([1, 2, 3]);
    expect(holes).toHaveLength(5);
    expect(text).toContain('  intro x\n  have h : A := by sorry\n  induction n with\n  | zero => sorry\n');
  });
});

describe('fillSketch', () => {
  it('puts several tactics below their step', () => {
    const filled = fillSketch(INDUCTION, [tactic('intro x', 'cases x with', '| a => rfl'), tactic('rfl'), null]);
    expect(filled.text.split('\n').map((line) => line.slice(2))).toEqual([
      'have h : A := by',
      '  intro x',
      '  cases x with',
      '  | a => rfl',
      'induction n with',
      '| zero => rfl',
      '| succ n ih =>',
      '  have k : B := by sorry',
      '  exact h k ih',
    ]);
    expect(stepsIn(filled)).toBe(1);
  });

  it('indents below the tactic after a bullet', () => {
    const filled = fillSketch(tactic('· have h : A := by sorry', '  exact h'), [tactic('intro x', 'rfl')]);
    expect(filled.text).toBe('  · have h : A := by\n      intro x\n      rfl\n    exact h');
  });

  it('fills a sketch that is a term', () => {
    const filled = fillSketch({ kind: 'term', text: '⟨sorry, by sorry⟩' }, [
      { kind: 'term', text: 'f x' },
      tactic('rfl'),
    ]);
    expect(filled).toEqual({ kind: 'term', text: '  ⟨(f x), by rfl⟩' });
  });

  it('equals filling the holes of the file, whatever the steps are', () => {
    const step = fc.constantFrom(
      'have h : A := by sorry',
      'have : B := sorry',
      '· exact sorry',
      'show C; sorry',
      'skip',
    );
    const proof = fc.constantFrom(tactic('rfl'), tactic('exact f x'), null, { kind: 'term' as const, text: 'g (h x)' });
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 6 }),
        fc.array(proof, { minLength: 6, maxLength: 6 }),
        (lines, proofs) => {
          const sketch = tactic(...lines);
          const hole = findHoles(FILE)[1]!;
          const { text, holes, steps } = putSketch(FILE, hole, sketch);
          expect(steps).toHaveLength(stepsIn(sketch));
          const edits = steps.flatMap((at, k) => (proofs[k] === null ? [] : [fillingOf(text, holes[at]!, proofs[k]!)]));
          const assembled = fillSketch(sketch, proofs);
          expect(applyEdits(FILE, [fillingOf(FILE, hole, assembled)])).toBe(applyEdits(text, edits));
        },
      ),
    );
  });
});

describe('withoutUnused', () => {
  it('drops what is named nowhere else, and what only that used', () => {
    const proof = tactic('have a : A := rfl', 'have b : B := by', '  exact a', 'have c : C := rfl', 'exact c');
    expect(withoutUnused(proof, 5)).toEqual([
      tactic('have c : C := rfl', 'exact c'),
      tactic('have a : A := rfl', 'have c : C := rfl', 'exact c'),
    ]);
  });

  it.each([
    ['a projection', ['have h : A ∧ B := f', 'exact h.1']],
    ['`this`', ['have : A := f', 'exact this']],
    ['a step that ends its block', ['have h : A := f']],
    ['other tactics', ['intro h', 'exact g']],
  ])('keeps a proof with %s', (_, lines) => {
    expect(withoutUnused(tactic(...lines), 5)).toEqual([]);
  });

  it('returns a subset of the lines, and never reads a term', () => {
    const line = fc.constantFrom(
      'have h : A := by',
      '  exact k',
      'have k : B := h',
      'exact h',
      '| x => h',
      '  have : C := x',
      '',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        for (const { text } of withoutUnused(tactic(...lines), 4)) {
          for (const each of text.split('\n')) expect(lines).toContain(each);
          expect(text.length).toBeLessThan(lines.join('\n').length);
        }
        expect(withoutUnused({ kind: 'term', text: lines.join('\n') }, 4)).toEqual([]);
      }),
    );
  });
});
