/** Random but reproducible changes of a Lean file that must not mislead `findHoles`. */
import { tokenise } from '../../src/lean/lexer.ts';
import { IDENTIFIER, LINE_FIRST, SPACED } from '../../src/lean/tokens.ts';

/** Random numbers from 0 (inclusive) to 1 (exclusive), reproducible by seed (mulberry32). */
export function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Mutation = (text: string, pick: <T>(from: readonly T[]) => T) => string;

const PROOFS = new Set(['rfl', 'trivial', 'h', 'hp', 'hq', 'assumption']);

const DECLARATIONS = [
  'theorem extra : True := sorry',
  'theorem extra (x : Nat := sorry) : x = x := rfl',
  'def extra : Nat := (fun n => n) sorry',
  'example : (1 : Nat) = 1 := by exact sorry',
  'example : True := by { skip; sorry }',
  'def extra := "sorry /- " ++ "-/ admit"',
  "def extra : Char := '\"' -- sorry",
  'theorem extra (p : Prop) («sorry» : p) : p := «sorry»',
  'instance : Inhabited (Nat × Nat) := ⟨sorry⟩',
  'theorem extra : True ∧ True := by\n  constructor\n  · admit\n  · sorry',
  'theorem extra (n : Nat) : n = n := by\n  cases n with\n  | zero => sorry\n  | succ n => rfl',
  'def extra : Nat → Nat\n  | 0 => sorry\n  | n + 1 => helper n\nwhere\n  helper (n : Nat) : Nat := sorry',
  'namespace Sorry\ndef sorry1 : Nat := 1\nend Sorry\nexample : Sorry.sorry1 = 1 := sorry',
  'def extra : String := s!"sorry {(sorry : Nat)} \\{sorry}"',
  'structure Extra where\n  x : Nat := sorry',
  '/-- sorry -/\n@[simp] theorem extra : (1 : Nat) = 1 := sorry',
];

const MUTATIONS: Mutation[] = [
  // A proof becomes a hole.
  (text, pick) => {
    const tokens = tokenise(text, []);
    const places = range(tokens.count).filter((at) => tokens.kind(at) === IDENTIFIER && PROOFS.has(tokens.word(at)));
    const uses = places.filter((at) => !tokens.is(at + 1, ':') && !tokens.is(at + 1, '.'));
    if (uses.length === 0) return text;
    const at = pick(uses);
    return text.slice(0, tokens.start(at)) + 'sorry' + text.slice(tokens.end(at));
  },
  // A comment between two tokens of a line.
  (text, pick) => {
    const tokens = tokenise(text, []);
    const gaps = range(tokens.count).filter((at) => tokens.flag(at, SPACED) && !tokens.flag(at, LINE_FIRST));
    if (gaps.length === 0) return text;
    const start = tokens.start(pick(gaps));
    const comment = pick(['/- sorry -/ ', '/- sorry /- admit -/ "-/ ', '/-sorry-/']);
    return text.slice(0, start) + comment + text.slice(start);
  },
  (text, pick) => text.replaceAll(/$/gm, () => pick(['', '', '', ' -- sorry', '  -- "sorry', ' --/- sorry'])),
  (text) => text.replaceAll(/(?<!\r)\n/g, '\r\n'),
  (text) => text.replaceAll(/(?<![.\w«])hp(?!\w)/g, '«sorry hp»'),
  (text) => text.replaceAll('\n\ntheorem', ' theorem').replaceAll('\n\ndef', ' def'),
  (text, pick) => `namespace A.«sorry»\n${text}\n\n${pick(DECLARATIONS)}\n\nend A.«sorry»`,
  (text, pick) =>
    `section\n${text.replaceAll(/^(?=.)/gm, '  ')}\n\n  ${pick(DECLARATIONS).replaceAll('\n', '\n  ')}\nend`,
  (text, pick) => `${text}\n\n${pick(DECLARATIONS)}`,
  (text, pick) => `${pick(DECLARATIONS)} ${pick(DECLARATIONS.slice(0, 9)).replace(/extra/, 'more')}\n\n${text}`,
];

const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

/** `text` after one to four changes. */
export function mutated(text: string, random: () => number): string {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  let changed = text;
  for (let left = 1 + Math.floor(random() * 4); left > 0; left--) changed = pick(MUTATIONS)(changed, pick);
  return changed;
}
