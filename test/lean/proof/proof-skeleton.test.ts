import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countSlots, withoutKeptFields } from '../../../src/lean/proof/proof-skeleton.ts';
import { readLeanFile } from '../../../src/lean/read-file.ts';

/** Skeleton and slots of the only theorem of a source; null if its proof is no template. */
function skeletonIn(source: string): { text: string; slots: string[] } | null {
  const [skeleton] = readLeanFile(source, 'M').skeletons;
  if (skeleton === undefined) return null;
  const slots = skeleton.slots.map((slot) =>
    typeof slot === 'string' ? `.${slot}` : withoutKeptFields(/^[\w.'«»]+/u.exec(source.slice(slot))![0]),
  );
  return { text: skeleton.text, slots };
}

const textOf = (proof: string): string | undefined =>
  skeletonIn(`theorem t (hyp : P) (other : Q hyp) : R := ${proof}\n`)?.text;

describe('the skeleton of a proof', () => {
  test('keeps tactics and symbols, and has slots for lemmas', () => {
    expect(skeletonIn('theorem t (h : p) : q := by rw [mul_comm, h.symm]; exact foo h\n')).toEqual({
      text: 'rw [ L , H.symm ] ; exact L H',
      slots: ['mul_comm', 'foo'],
    });
    expect(textOf('ext_iff.mpr fun x => by simp [bar]')).toBe('exact L.mpr fun H => by simp [ L ]');
  });

  test.each([
    ['rfl', 'rfl'],
    ['by rfl', 'rfl'],
    ['by exact rfl', 'rfl'],
    ['hyp', 'exact H'],
    ['foo.trans_le hyp.le', 'exact L H.le'],
    ['hyp.foo.symm other', 'exact H.L.symm H'],
    ['(foo hyp).bar', 'exact ( L H ).L'],
    ['hyp.1.2', 'exact H.1.2'],
    ['⟨foo, fun x ↦ x⟩', 'exact ⟨ L , fun H => H ⟩'],
    ['by simp [← foo, hyp] at other ⊢', 'simp [ ← L , H ] at H ⊢'],
    ['by\n  intro name rest\n  exact foo name rest', 'intro H H ; exact L H H'],
    ['by\n  rw [foo,\n    bar]\n  simp', 'rw [ L , L ] ; simp'],
    ['by constructor <;> simp', 'constructor <;> simp'],
    ['by\n  constructor\n  · simp\n  · exact foo\n      hyp', 'constructor ; · simp ; · exact L H'],
    ['by\n  have key : A := by\n    simp\n    ring\n  exact key', 'have H : L := by simp ; ring ; exact H'],
    ['by\n  obtain ⟨left, right⟩ := hyp\n  exact right', 'obtain ⟨ H , H ⟩ := H ; exact H'],
    ['by -- remark\n  simp /- more /- nested -/ -/', 'simp'],
    [
      'by\n  cases hyp with\n  | inl left => exact left\n  | inr right =>\n    simp',
      'cases H with ; | L H => exact H ; | L H => simp',
    ],
    ['by refine foo ?_ _; exact 2', 'refine L ?_ _ ; exact 2'],
    ['.inl hyp', 'exact .L H'],
  ])('%j', (proof, text) => expect(textOf(proof)).toBe(text));

  test.each([
    'by\n  calc a = b := foo\n    _ = c := bar',
    'match hyp with\n  | foo => bar',
    'by sorry',
    'by native_decide',
    'by\n  simp; simp; simp; simp; simp; simp; simp; simp; simp',
    'by simp [`foo]',
    '',
  ])('%j is no template', (proof) => expect(textOf(proof)).toBeUndefined());

  test('variables of the file are local names', () => {
    const source = 'variable (space : Type)\ntheorem t : p := foo space space.bar\n';
    expect(skeletonIn(source)).toEqual({ text: 'exact L H H.L', slots: ['foo', '.bar'] });
    const { skeletons } = readLeanFile('def d := foo\ntheorem a : p := foo\nlemma b : p\n| x => foo\n', 'M');
    expect(skeletons.map(({ line, text }) => [line, text])).toEqual([[2, 'exact L']]);
  });

  test('has as many slots as it says, on any text', () => {
    const word = fc.constantFrom(
      ...['foo', 'bar.symm', 'h.1', 'hyp', 'hyp.le.x', 'simp', 'by', 'fun', '=>', '(', ')', '⟨', '⟩', ';', '<;>', '·'],
      ...[
        '\n  ',
        '\n    ',
        '|',
        '.',
        '.foo',
        ').baz',
        '[',
        ']',
        '_',
        '?_',
        'with',
        'have',
        ':=',
        '1',
        '"s"',
        '←',
        'L',
        'H',
      ],
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), fc.boolean(), (words, spaced) => {
        const source = `theorem t (hyp : P) : Q := by ${words.join(spaced ? ' ' : '')}\n`;
        for (const { text, slots } of readLeanFile(source, 'M').skeletons) {
          expect(countSlots(text)).toBe(slots.length);
          expect(text).not.toMatch(/\n| {2}|^ | $/u);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
