import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { candidateIn, type ParsedAnswer } from '../../src/prompt/answer.ts';
import { candidateLines } from '../../src/verify/hole/candidate.ts';
import { findHoles } from '../../src/verify/hole/holes.ts';
import { applyEdits, fillingOf } from '../../src/verify/hole/splice.ts';
import { cpuTime } from '../cpu-time.ts';

const TACTIC_HOLE = `import Init

open Nat

theorem swap (a b : Nat) :
    a + b = b + a := by
  sorry

theorem other : 1 = 1 := rfl
`;
const TERM_HOLE = 'theorem swap (a b : Nat) : a + b = b + a := sorry\n';
const INNER_HOLE = `theorem two (a b : Nat) : a + b = b + a ∧ 1 = 1 := by
  constructor
  · sorry
  · rfl
`;

function read(answer: string, text = TACTIC_HOLE, finish: 'end' | 'length' | 'refused' = 'end'): ParsedAnswer {
  const [hole] = findHoles(text);
  if (hole === undefined) throw new Error('no hole');
  return candidateIn({ text: answer, finish }, text, hole);
}

/** Kind and lines of the candidate with its indentation; or the reason why no candidate was found. */
function shown(answer: string, text?: string, finish?: 'end' | 'length' | 'refused'): string {
  const from = read(answer, text, finish);
  if (from.kind === 'none') return `none: ${from.why}`;
  const lines = candidateLines(from.candidate).map(({ indent, text: words }) => ' '.repeat(indent ?? 0) + words);
  return `${from.candidate.kind}: ${lines.join('\n')}`;
}

/** The file with the answer's candidate in the hole. */
function filled(answer: string, text: string): string {
  const [hole] = findHoles(text);
  const from = read(answer, text);
  if (hole === undefined || from.kind === 'none') return 'none';
  return applyEdits(text, [fillingOf(text, hole, from.candidate)]);
}

describe('candidateIn', () => {
  it.each<[string, string, string]>([
    ['a block alone', 'by simp', 'tactic: simp'],
    ['by on its own line', 'by\n  intro h\n  exact h', 'tactic: intro h\nexact h'],
    ['by on its own line, nothing indented', 'by\nintro h\nexact h', 'tactic: intro h\nexact h'],
    ['by far to the right', '        by\n          intro h\n            exact h', 'tactic: intro h\n  exact h'],
    ['tactics on the line of by, aligned', 'by intro h\n   exact h', 'tactic: intro h\nexact h'],
    ['tactics on the line of by, slightly misaligned', 'by intro h\n  exact h', 'tactic: intro h\nexact h'],
    [':= before by', ':= by\n  simp', 'tactic: simp'],
    ['a fence', '```lean\nby\n  simp\n```', 'tactic: simp'],
    ['a fence without a language, tildes', '~~~\nby simp\n~~~', 'tactic: simp'],
    ['a fence on one line', '```by simp```', 'tactic: simp'],
    ['an unclosed fence', 'Here:\n```lean4\nby\n  simp', 'tactic: simp'],
    ['an indented fence', '1. So:\n   ```lean\n   by\n     simp\n   ```\n', 'tactic: simp'],
    ['prose around a fence', 'We use it.\n\n```lean\nby\n  simp\n```\nThis works because of that.', 'tactic: simp'],
    ['prose around a block', 'Here is the proof:\n\nby\n  simp\n  rfl\n\nThis is the end of it.', 'tactic: simp\nrfl'],
    [
      'prose with the proof in backticks',
      'You can close it with `by simp [Nat.add_comm]`.',
      'tactic: simp [Nat.add_comm]',
    ],
    [
      'the last of several fences that begins with by',
      '```lean\nby\n  skip\n```\nor\n```lean\nby simp\n```\nwith\n```lean\nNat.add_comm a b = c\n```',
      'tactic: simp',
    ],
    [
      'the Lean block among other languages',
      '```python\nby = 1\n```\n```lean\nby simp\n```\n```latex\nby x\n```',
      'tactic: simp',
    ],
    ['Windows line ends and tabs', '```lean\r\nby\r\n\tsimp\r\n\t· rfl\r\n```\r\n', 'tactic: simp\n· rfl'],
    ['tactics without by', '```lean\nintro h\nexact h\n```', 'tactic: intro h\nexact h'],
    ['one tactic without by', 'simp [Nat.add_comm]', 'tactic: simp [Nat.add_comm]'],
    ['a term', '```lean\nNat.add_comm a b\n```', 'term: Nat.add_comm a b'],
    ['a function', 'fun h => h', 'term: fun h => h'],
    ['an anonymous constructor', '⟨rfl, rfl⟩', 'term: ⟨rfl, rfl⟩'],
    ['a term in parentheses', '(Nat.add_comm a b)', 'term: (Nat.add_comm a b)'],
    ['an answer with thinking', '<think>\nby omega? no\n```lean\nby omega\n```\n</think>\nby simp', 'tactic: simp'],
    ['thinking without an opening tag', 'by omega, I think\n</think>\n```lean\nby simp\n```', 'tactic: simp'],
    ['thinking with another tag', '<Thinking>by omega</thinking>by simp', 'tactic: simp'],
    [
      'a proof followed by a command',
      '```lean\nby\n  simp\n\n#check Nat\ntheorem x : 1 = 1 := rfl\n```',
      'tactic: simp',
    ],
    ['comments', '```lean\n-- first\nby -- here\n  simp -- there\n```', 'tactic: simp'],
    ['sorry (refused later by the gate)', 'by sorry', 'tactic: sorry'],
  ])('reads %s', (_what, answer, expected) => {
    expect(shown(answer)).toBe(expected);
  });

  it.each<[string, string, string]>([
    ['an empty answer', '', 'nothing'],
    ['whitespace', ' \n\t\n', 'nothing'],
    ['only thinking', '<think>by simp</think>', 'nothing'],
    ['unclosed thinking', '<think>by simp', 'nothing'],
    ['prose', 'I am sorry, but I cannot prove this theorem.', 'prose'],
    ['prose with a line that begins with by', 'This is shown\nby the lemma that we have of it.', 'prose'],
    ['one word with a full stop', 'Unprovable.', 'prose'],
    ['only another language', '```python\nprint(1)\n```', 'prose'],
    ['an empty block', '```lean\n```', 'prose'],
    ['by without a proof', '```lean\nby\n```', 'nothing'],
    ['another statement', 'theorem swap (a b : Nat) : a + b = a + b := by rfl', 'changed statement'],
    [
      'a further hypothesis',
      '```lean\ntheorem swap (a b : Nat) (h : a = b) : a + b = b + a := by simp [h]\n```',
      'changed statement',
    ],
    ['a proof that is too long', `by\n${'  simp\n'.repeat(10_000)}`, 'too long'],
  ])('finds no candidate in %s', (_what, answer, why) => {
    expect(shown(answer)).toBe(`none: ${why}`);
  });

  it('finds no candidate in a truncated or refused answer, unless its block is complete', () => {
    expect(shown('```lean\nby\n  simp', undefined, 'length')).toBe('none: cut off');
    expect(shown('Let me think about the', undefined, 'length')).toBe('none: cut off');
    expect(shown('```lean\nby simp\n```\nThis is', undefined, 'length')).toBe('tactic: simp');
    expect(shown('', undefined, 'refused')).toBe('none: refused');
  });

  it('reads a hundred thousand tokens quickly', () => {
    const words = 'Let us think about it, `by the way`, <think>x</think> and so on. '.repeat(8000);
    const start = cpuTime();
    expect(shown(`${words}\n\`\`\`lean\nby simp\n\`\`\``)).toBe('tactic: simp');
    expect(shown('```lean\nby simp\n```\n'.repeat(4000))).toBe('tactic: simp');
    expect(shown('```'.repeat(100_000))).toMatch(/^none/);
    expect(shown('<think>'.repeat(50_000))).toMatch(/^none/);
    expect(cpuTime() - start).toBeLessThan(5000);
  });
});

describe('candidateIn for an answer that repeats the theorem', () => {
  const THEOREM = 'theorem swap (a b : Nat) :\n    a + b = b + a := by\n';

  it.each<[string, string, string]>([
    ['an unchanged theorem', `${THEOREM}  simp\n  rfl`, 'tactic: simp\nrfl'],
    ['other whitespace', 'theorem  swap (a b:Nat) : a+b = b + a :=\n  by simp', 'tactic: simp'],
    ['the full file', TACTIC_HOLE.replace('sorry', 'simp'), 'tactic: simp'],
    ['attributes and a docstring', `/-- So. -/\n@[simp] ${THEOREM}  simp`, 'tactic: simp'],
    ['a lemma with another name', `lemma my_swap (a b : Nat) : a + b = b + a := by simp`, 'tactic: simp'],
    ['an example', `example (a b : Nat) : a + b = b + a := by simp`, 'tactic: simp'],
    ['a term proof', 'theorem swap (a b : Nat) : a + b = b + a := Nat.add_comm a b', 'term: Nat.add_comm a b'],
    ['an additional lemma before it', `theorem help : 1 = 1 := rfl\n\n${THEOREM}  simp`, 'tactic: simp'],
    ['the last of two copies', `${THEOREM}  skip\n\n${THEOREM}  simp`, 'tactic: simp'],
    ['prose around it without a fence', `Here it is:\n\n${THEOREM}  simp\n\nThis is all.`, 'tactic: simp'],
  ])('reads %s', (_what, answer, expected) => {
    expect(shown(answer)).toBe(expected);
    expect(shown(`\`\`\`lean\n${answer}\n\`\`\``)).toBe(expected);
  });

  it('returns the part at a hole in the middle of a proof', () => {
    expect(shown(INNER_HOLE.replace('sorry', 'exact Nat.add_comm a b'), INNER_HOLE)).toBe(
      'tactic: exact Nat.add_comm a b',
    );
    expect(filled(INNER_HOLE.replace('sorry', 'rw [Nat.add_comm]\n    rfl'), INNER_HOLE)).toBe(
      INNER_HOLE.replace('sorry', 'rw [Nat.add_comm]\n    rfl'),
    );
    expect(shown(INNER_HOLE.replace('constructor', 'refine ⟨?_, ?_⟩'), INNER_HOLE)).toBe('none: changed proof');
  });

  it('fills a term hole', () => {
    expect(filled('theorem swap (a b : Nat) : a + b = b + a := by\n  simp\n  rfl', TERM_HOLE)).toBe(
      'theorem swap (a b : Nat) : a + b = b + a := by\n  simp\n  rfl\n',
    );
    expect(filled('theorem swap (a b : Nat) : a + b = b + a := Nat.add_comm a b', TERM_HOLE)).toBe(
      'theorem swap (a b : Nat) : a + b = b + a := Nat.add_comm a b\n',
    );
  });
});

describe('candidateIn for random answers', () => {
  const tactic = fc.constantFrom(
    'simp',
    'rw [Nat.add_comm a b]',
    'exact h',
    'cases h with',
    '| inl x => simp',
    '· rfl',
    'have : a = b := by simp',
  );
  const block = fc.array(tactic, { minLength: 1, maxLength: 6 });
  const indent = fc.nat({ max: 8 }).map((n) => ' '.repeat(n));

  it('returns exactly the tactic block, with any text around it', () => {
    const dress = fc.constantFrom(
      (code: string) => code,
      (code: string) => `\`\`\`lean\n${code}\n\`\`\``,
      (code: string) => `Here is the proof of it:\n\n\`\`\`lean4\n${code}\n\`\`\`\n\nIt works because of that.`,
      (code: string) => `<think>\nby wrong\n</think>\n\`\`\`\n${code}\n\`\`\``,
      (code: string) => `\`\`\`lean\n${code}\n\`\`\``.replaceAll('\n', '\r\n'),
    );
    fc.assert(
      fc.property(block, indent, indent, dress, (lines, outer, inner, dressed) => {
        const code = `${outer}by\n${lines.map((line) => `${outer}${inner} ${line}`).join('\n')}`;
        expect(shown(dressed(code))).toBe(`tactic: ${lines.join('\n')}`);
      }),
    );
  });

  it('never fails, and the candidate contains only text of the answer', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.constantFrom(
        '```',
        '```lean\n',
        '~~~',
        '\n',
        '<think>',
        '</think>',
        'by',
        ':=',
        '`by simp`',
        'theorem swap (a b : Nat) : a + b = b + a := by',
        '"',
        '/-',
        '-/',
        '«',
        '\t',
        '\r\n',
        'sorry',
        '⟨',
        '#eval',
      ),
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 30 }),
        fc.constantFrom(TACTIC_HOLE, TERM_HOLE, INNER_HOLE),
        (pieces, text) => {
          const answer = pieces.join('');
          const from = read(answer, text);
          if (from.kind === 'none') return;
          expect(from.candidate.text.trim()).not.toBe('');
          const plain = answer.replaceAll(/\s/g, '');
          for (const line of from.candidate.text.split('\n')) expect(plain).toContain(line.replaceAll(/\s/g, ''));
        },
      ),
      { numRuns: 2000 },
    );
  });
});
