import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Candidate } from '../../src/verify/hole/candidate.ts';
import type { Problem } from '../../src/lean/declaration.ts';
import { tokenise } from '../../src/lean/lexer.ts';
import { gate } from '../../src/verify/hole/gate.ts';
import { findHoles } from '../../src/verify/hole/holes.ts';
import { readAttacks, readHonestProofs } from '../../src/verify/self-test/known-cases.ts';
import { applyEdits, fillingOf } from '../../src/verify/hole/splice.ts';

function fill(text: string, candidate: Candidate, at = 0): string {
  const hole = findHoles(text)[at];
  if (hole === undefined) throw new Error(`no hole ${at} in ${text}`);
  return applyEdits(text, [fillingOf(text, hole, candidate)]);
}

const tactic = (text: string): Candidate => ({ kind: 'tactic', text });
const term = (text: string): Candidate => ({ kind: 'term', text });

describe('filling a hole with a tactic', () => {
  it('replaces a tactic hole and indents the lines to its column', () => {
    expect(fill('theorem a : A := by\n  sorry\n', tactic('intro h\nexact h'))).toBe(
      'theorem a : A := by\n  intro h\n  exact h\n',
    );
    expect(fill('theorem a : A := by sorry', tactic('simp'))).toBe('theorem a : A := by simp');
    expect(fill('example : A := by\n  · sorry', tactic('\n    intro h\n    · simp\n        at h\n    rfl\n'))).toBe(
      'example : A := by\n  · intro h\n    · simp\n        at h\n    rfl',
    );
  });

  it('counts columns in code points, as Lean does', () => {
    expect(fill('example : 𝓝 := by sorry', tactic('skip\nrfl'))).toBe(`example : 𝓝 := by skip\n${' '.repeat(18)}rfl`);
  });

  it('adds parentheses to a sequence between other tactics on a line', () => {
    expect(fill('example : A := by constructor <;> sorry', tactic('simp'))).toBe(
      'example : A := by constructor <;> simp',
    );
    expect(fill('example : A := by constructor <;> sorry', tactic('skip; rfl'))).toBe(
      'example : A := by constructor <;> (skip; rfl)',
    );
    expect(fill('example : A := by first | sorry | simp', tactic('skip\nrfl'))).toBe(
      `example : A := by first | (skip\n${' '.repeat(27)}rfl) | simp`,
    );
    expect(fill('example : A := by\n  cases h with\n  | inl h => sorry', tactic('skip\nrfl'))).toBe(
      `example : A := by\n  cases h with\n  | inl h => skip\n${' '.repeat(13)}rfl`,
    );
  });

  it('adds parentheses to a tactic that would take the tactics after it into itself', () => {
    const text = 'example : A := by constructor; sorry; rfl';
    for (const open of ['exact by simp', 'first | rfl | simp', '· rfl', 'intro x; exact x', 'exact fun _ => rfl'])
      expect(fill(text, tactic(open))).toBe(`example : A := by constructor; (${open}); rfl`);
    expect(fill(text, tactic('simp'))).toBe('example : A := by constructor; simp; rfl');
    expect(fill('example : A := by sorry <;> rfl', tactic('exact by simp'))).toContain('by (exact by simp) <;> rfl');
    expect(fill('example : A := by\n  sorry\n  rfl', tactic('exact by simp'))).toBe(
      'example : A := by\n  exact by simp\n  rfl',
    );
  });

  it('adds a by if the hole is a term', () => {
    expect(fill('theorem a : A := sorry\n', tactic('simp'))).toBe('theorem a : A := by simp\n');
    expect(fill('theorem a : A := sorry\n', tactic('skip\nsimp'))).toBe('theorem a : A := by\n  skip\n  simp\n');
    expect(fill('  theorem a :\n      A :=\n    sorry', tactic('skip\nsimp'))).toBe(
      '  theorem a :\n      A :=\n    by\n      skip\n      simp',
    );
    expect(fill('example : A := ⟨sorry, x⟩', tactic('skip\nsimp'))).toBe(
      `example : A := ⟨(by skip\n${' '.repeat(20)}simp), x⟩`,
    );
    expect(fill('example : A := by\n  have h : B := sorry\n  exact h', tactic('skip\nsimp'))).toBe(
      `example : A := by\n  have h : B := by skip\n${' '.repeat(19)}simp\n  exact h`,
    );
  });

  it('drops the comments around the candidate and keeps those inside', () => {
    expect(fill('example : A := ⟨sorry, x⟩', tactic('/- so -/ simp -- done'))).toBe('example : A := ⟨(by simp), x⟩');
    expect(fill('example : A := by\n  sorry', tactic('skip -- first\n\n-- then\nsimp'))).toBe(
      'example : A := by\n  skip -- first\n\n  -- then\n  simp',
    );
  });

  it('does not indent the lines inside a string', () => {
    expect(fill('example : A := by\n    sorry', tactic('exact f "one\n  two" x\nrfl'))).toBe(
      'example : A := by\n    exact f "one\n  two" x\n    rfl',
    );
  });
});

describe('filling a hole with a term', () => {
  it('replaces a term hole, with parentheses if needed', () => {
    expect(fill('example : A := sorry', term('f x'))).toBe('example : A := f x');
    expect(fill('example : A := f sorry y', term('g x'))).toBe('example : A := f (g x) y');
    expect(fill('example : A := f sorry y', term('g'))).toBe('example : A := f g y');
    expect(fill('example : A := f sorry y', term('x+1'))).toBe('example : A := f (x+1) y');
    expect(fill('example : A := f sorry y', term('(a) (b)'))).toBe('example : A := f ((a) (b)) y');
    expect(fill('example : A := f sorry y', term('⟨a, b⟩'))).toBe('example : A := f ⟨a, b⟩ y');
  });

  it('adds an exact if the hole is a tactic, and keeps the lines aligned', () => {
    expect(fill('example : A := by\n  sorry', term('f fun x =>\n    x'))).toBe(
      'example : A := by\n  exact f fun x =>\n            x',
    );
  });
});

describe('fillingOf and applyEdits', () => {
  const line = fc.oneof(
    fc.constantFrom(
      'theorem t (n : Nat) : n = n := by',
      '  sorry',
      '  exact ⟨sorry, 𝓝 sorry⟩',
      '-- sorry',
      '/- sorry -/ have h : A := sorry',
      '  · sorry',
      'def s := "sorry"',
      '\tx <;> sorry; sorry',
      'example : A := sorry',
      '',
    ),
    fc.string({ maxLength: 12, unit: 'grapheme' }),
  );
  const anyText = fc
    .tuple(fc.array(line, { maxLength: 12 }), fc.constantFrom('\n', '\r\n'), fc.constantFrom('', '\uFEFF'))
    .map(([lines, newline, mark]) => mark + lines.join(newline));
  const anyCandidate: fc.Arbitrary<Candidate> = fc.record({
    kind: fc.constantFrom('term', 'tactic'),
    text: fc.oneof(
      fc.string({ maxLength: 20, unit: 'grapheme' }),
      fc
        .array(fc.constantFrom('simp', '  rfl', '-- c', '', 'exact f', '"a', 'b"'), { minLength: 1 })
        .map((lines) => lines.join('\n')),
    ),
  });

  it('change nothing outside the hole, and restoring the hole restores the file', () => {
    fc.assert(
      fc.property(anyText, anyCandidate, fc.nat(), (text, candidate, pick) => {
        const holes = findHoles(text);
        fc.pre(holes.length > 0);
        const hole = holes[pick % holes.length];
        if (hole === undefined) throw new Error('unreachable');
        const filling = fillingOf(text, hole, candidate);
        const filled = applyEdits(text, [filling]);
        expect(filled.slice(0, hole.start)).toBe(text.slice(0, hole.start));
        expect(filled.slice(hole.start + filling.text.length)).toBe(text.slice(hole.end));
        const word = text.slice(hole.start, hole.end);
        expect(applyEdits(filled, [{ start: hole.start, end: hole.start + filling.text.length, text: word }])).toBe(
          text,
        );
      }),
      { numRuns: 1000 },
    );
  });

  it('change no byte outside the hole in the fixtures', () => {
    const bytes = (text: string): Buffer => Buffer.from(text, 'utf8');
    const originals = [...readAttacks(), ...readHonestProofs()].map(({ original }) => original);
    fc.assert(
      fc.property(
        fc.constantFrom(...originals),
        fc.boolean(),
        anyCandidate,
        fc.nat(),
        (source, crlf, candidate, pick) => {
          const text = crlf ? source.replaceAll(/\r?\n/g, '\r\n') : source;
          const holes = findHoles(text);
          const hole = holes[pick % holes.length];
          if (hole === undefined) throw new Error('no hole');
          const filled = bytes(applyEdits(text, [fillingOf(text, hole, candidate)]));
          const before = bytes(text.slice(0, hole.start));
          const after = bytes(text.slice(hole.end));
          expect(filled.subarray(0, before.length).equals(before)).toBe(true);
          expect(filled.subarray(filled.length - after.length).equals(after)).toBe(true);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('change no token outside the hole if the gate passes the candidate', () => {
    const words = (text: string, from: number, to: number): string[] => {
      const tokens = tokenise(text, []);
      const out: string[] = [];
      for (let at = 0; at < tokens.count; at++) {
        if (tokens.start(at) >= from && tokens.end(at) <= to) out.push(tokens.word(at));
      }
      return out;
    };
    const piece = fc.constantFrom(
      ...['/-', '-/', '--', '"', "'", '«', '»', '(', ')', '⟨x⟩', 'rfl', '\n', ' ', 'r#"', '𝓝', '\t', ':', '='],
    );
    const wild = fc.record({
      kind: fc.constantFrom('term' as const, 'tactic' as const),
      text: fc.array(piece, { minLength: 1, maxLength: 10 }).map((pieces) => pieces.join('')),
    });
    let passed = 0;
    fc.assert(
      fc.property(anyText, fc.oneof(wild, anyCandidate), fc.nat(), (text, candidate, pick) => {
        const holes = findHoles(text);
        // If a string of the file does not end, it is undefined where the next one begins.
        const problems: Problem[] = [];
        tokenise(text, problems);
        fc.pre(holes.length > 0 && problems.length === 0 && gate(candidate) === null);
        const hole = holes[pick % holes.length];
        if (hole === undefined) throw new Error('unreachable');
        passed++;
        const filling = fillingOf(text, hole, candidate);
        const filled = applyEdits(text, [filling]);
        const end = hole.start + filling.text.length;
        expect(words(filled, 0, hole.start)).toEqual(words(text, 0, hole.start));
        expect(words(filled, end, filled.length)).toEqual(words(text, hole.end, text.length));
      }),
      { numRuns: 2000 },
    );
    expect(passed).toBeGreaterThan(1000);
  });

  it('use the line ending of the hole', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('\n', '\r\n'),
        fc.array(fc.constantFrom('simp', 'rfl', 'skip'), { minLength: 2 }),
        (newline, tactics) => {
          const text = ['theorem t : A := by', '  sorry', ''].join(newline);
          expect(fill(text, tactic(tactics.join('\n')))).toBe(
            ['theorem t : A := by', ...tactics.map((each) => `  ${each}`), ''].join(newline),
          );
        },
      ),
    );
  });

  it('accept edits in any order', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.array(fc.nat({ max: 40 }), { maxLength: 8 }),
        fc.boolean(),
        (text, cuts, reversed) => {
          const places = [...new Set(cuts.map((cut) => Math.min(cut, text.length)))].sort((a, b) => a - b);
          const edits = [];
          for (let at = 0; at + 1 < places.length; at += 2) {
            edits.push({ start: places[at] ?? 0, end: places[at + 1] ?? 0, text: `<${at}>` });
          }
          let expected = text;
          for (const edit of edits.toReversed())
            expected = expected.slice(0, edit.start) + edit.text + expected.slice(edit.end);
          expect(applyEdits(text, reversed ? edits.toReversed() : edits)).toBe(expected);
        },
      ),
    );
  });
});
