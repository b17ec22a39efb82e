/** Random candidates, reproducible by seed: right ones, wrong ones, and right ones with an inserted fault. */
import type { Candidate } from '../../src/verify/hole/candidate.ts';

/** Files in which the first hole in a proof is to be filled. `exact h` or the term `h` fills each of them. */
export const RANDOM_FILES: readonly string[] = [
  'theorem t {p q : Prop} (h : p) : p := by\n  sorry\n',
  'theorem t {p q : Prop} (h : p) : p := sorry\n\ntheorem after : True := by sorry\n',
  'namespace A.B\n\n@[simp] theorem C.t {p q : Prop} (h : p) : p :=\n  sorry\n\ntheorem u : True := C.t (p := True) (q := True) trivial\n\nend A.B\n',
  'section\nvariable {p q : Prop}\n\n/-- Says nothing. -/\nprotected theorem And.t (h : p) : p := by\n  have k : p := by sorry\n  exact k\n\nend\n',
  'example {p q : Prop} (h : p) : p := by\n  cases Nat.zero with\n  | zero => sorry\n  | succ n => exact h\n\ndef later := 3\n',
  'universe u\n\nset_option pp.all false in\nprivate theorem t.{v} {α : Type u} {β : Type v} {p q : Prop} (h : p) : p := by sorry\n\ntheorem t.more : True := trivial',
  'open Nat\r\ntheorem «a b» {p q : Prop} (h : p) : p ∧ True := ⟨sorry, trivial⟩\r\n\r\n#check «a b»\r\n',
  'theorem t {p q : Prop} (h : p) : (n : Nat) → p\n  | 0 => sorry\n  | n + 1 => h\n\nmutual\ntheorem m : True := trivial\nend\n',
];

const TACTICS: readonly string[] = [
  'exact h',
  'assumption',
  'exact id h',
  'exact (fun k => k) h',
  'have k : p := h\nexact k',
  'apply id\nexact h',
  'show p from h',
  'skip; exact h',
  'first | exact q | exact h',
  'cases h with | _ => skip',
  'by_cases p',
  'simp',
  'rfl',
  'trivial',
  'constructor',
  'intro x\nexact h',
  'exact hh',
  'rw [h]',
  'exact ⟨h, h⟩',
  'decide',
  'revert h\nintro 𝓀\nexact 𝓀',
  'have k : p ∧ p := ⟨h, h⟩\nexact k.1 -- sorry',
  'exact (h : q)',
  'let rec f : Nat → Nat\n  | 0 => 0\n  | n + 1 => f n\nexact h',
  'exact h /- a " comment -/',
];

const TERMS: readonly string[] = [
  'h',
  'id h',
  'by exact h',
  'by\n  assumption',
  'fun x => h',
  'show p from h',
  'hh',
  '⟨h, h⟩',
  '(⟨h, h⟩ : p ∧ p).1',
  'have k : p := h; k',
  'let k := h\nk',
  'match Nat.zero with\n| 0 => h\n| n + 1 => h',
  'if true then h else h',
  '"a string"',
  "'c'",
  'h.symm',
  'And.left ⟨h, trivial⟩',
  '(h',
  'id <| id <| h',
  'by simp',
];

/** Inserted text that breaks a candidate, or looks as if it did. */
const DISTURBANCES: readonly string[] = [
  ...[
    ')',
    '(',
    '⟩',
    '⟨',
    ']',
    '{',
    '«',
    '»',
    '"',
    "'",
    "'a",
    '`',
    '\\',
    'r"\\"',
    '"\\',
    ':=',
    '=>',
    '|',
    ',',
    ';',
    '·',
    '…',
  ],
  ...['/-', '-/', '/--', '/-!', '--', '-- sorry', '/- /- -/', '/- ok -/', 'sorry', 'admit', 'by', 'at', 'in', 'with'],
  ...[
    'end',
    'end A',
    '\nend',
    '\nend\nsection',
    '\nnamespace X',
    '\nsection',
    'section',
    '\nmutual',
    '#exit',
    '\n#exit',
  ],
  ...[
    '\n#check h',
    '\ntheorem x : True := trivial',
    '\nexample : True := trivial',
    '\naxiom bad : False',
    '\nopen Nat',
  ],
  ...['\nset_option pp.all true', '\nvariable (z : Nat)', '\n@[simp]', '@[', '\n/-- doc -/', '\nwhere y : Nat := 0'],
  ...[
    '\n',
    '\n\n',
    '\t',
    '  ',
    '\u00a0',
    '\u{1d49c}',
    '∀',
    'λ',
    'termination_by f',
    'deriving',
    'import Lean',
    '\nimport Lean',
  ],
];

export interface RandomCandidate {
  file: string;
  candidate: Candidate;
}

/** `count` candidates for the holes of `RANDOM_FILES`, grouped by file. */
export function randomCandidates(seed: number, count: number): RandomCandidate[] {
  const chance = generator(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(chance() * from.length)] as T;
  const disturbed = (text: string): string => {
    const at = Math.floor(chance() * (text.length + 1));
    const kind = chance();
    if (kind < 0.15) return text.slice(0, at) + text.slice(at + 1 + Math.floor(chance() * 4));
    const space = chance() < 0.7 ? ' ' : '';
    if (kind < 0.55) return `${text}${space}${pick(DISTURBANCES)}`;
    return `${text.slice(0, at)}${space}${pick(DISTURBANCES)}${space}${text.slice(at)}`;
  };
  return Array.from({ length: count }, (_, at) => {
    const file = RANDOM_FILES[Math.floor((at * RANDOM_FILES.length) / count)] as string;
    const kind = chance() < 0.6 ? 'tactic' : 'term';
    let text = pick(kind === 'tactic' ? TACTICS : TERMS);
    while (chance() < 0.5) text = disturbed(text);
    return { file, candidate: { kind, text } };
  });
}

/** Mulberry32, by Tommy Ettinger: numbers from 0 (inclusive) to 1 (exclusive). */
export function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x100000000;
  };
}
