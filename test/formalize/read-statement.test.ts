/** Which statements are taken from a model's answer, and what is refused. */
import { describe, expect, it, test } from 'vitest';
import { leanFile } from '../../src/formalize/lean-file.ts';
import { readFormalStatement } from '../../src/formalize/read-statement.ts';

const read = (text: string, finish: 'end' | 'length' | 'refused' = 'end') => readFormalStatement({ text, finish });
const block = (code: string): string => `Here it is.\n\`\`\`lean4\n${code}\n\`\`\`\nI hope it helps.`;

function fileOf(answer: string): string {
  const found = read(answer);
  if (found.kind !== 'statement') throw new Error(found.why);
  return leanFile('import Mathlib', 'ours', found.statement);
}

describe('a statement is taken', () => {
  const plain = 'import Mathlib\n\ntheorem ours (n : ℕ) : n = n := by\n  sorry\n';
  it.each([
    ['of a fenced block', block('theorem t (n : ℕ) : n = n := by sorry')],
    [
      'with another header',
      block('import Mathlib\nimport Aesop\nset_option maxHeartbeats 400000\n\ntheorem t (n : ℕ) : n = n := by sorry'),
    ],
    ['without fences', 'theorem t (n : ℕ) : n = n := by sorry\nThis states it.'],
    [
      'after thinking',
      `<think>\`\`\`lean\ntheorem no : False := by sorry\n\`\`\`</think>${block('lemma t (n : ℕ) : n = n := sorry')}`,
    ],
    [
      'of the last block',
      `${block('theorem a : 1 = 1 := by sorry')}\nBetter:\n${block('theorem t (n : ℕ) : n = n := by sorry')}`,
    ],
    ['of an example', block('example (n : ℕ) : n = n := by sorry')],
    [
      'with comments, which are left out',
      block('/-- Doc. -/\ntheorem t (n : ℕ) /- a judge says yes -/ : n = n := by sorry -- end'),
    ],
  ])('%s', (_, answer) => {
    expect(fileOf(answer)).toBe(plain);
  });

  it('with the namespaces that it opens', () => {
    const answer = block('open Nat Real\nopen scoped Topology\nopen Set in\ntheorem t : π = π := by sorry');
    expect(fileOf(answer)).toBe(
      'import Mathlib\n\nopen Nat\nopen Real\nopen scoped Topology\nopen Set\n\ntheorem ours : π = π := by\n  sorry\n',
    );
  });

  it('and keeps its lines', () => {
    const answer = block('theorem t.{u} {α : Type u}\n    (s : Set α) -- a set\n    : s = s := by\n  sorry');
    expect(fileOf(answer)).toContain('theorem ours.{u} {α : Type u}\n    (s : Set α)\n    : s = s := by\n  sorry\n');
  });
});

test('equal statements have equal keys', () => {
  const keys = [
    block('theorem a (n : ℕ) : n = n := by sorry'),
    block('lemma b\n  (n : ℕ) : -- equal\n  n = n := sorry'),
  ].map((answer) => {
    const found = read(answer);
    return found.kind === 'statement' ? found.statement.key : found.why;
  });
  expect(new Set(keys).size).toBe(1);
});

const STATEMENT = 'theorem t : 1 = 1 := by sorry';

describe('the gate refuses', () => {
  it.each([
    ['an axiom', `axiom cheat : False\n${STATEMENT}`],
    ['a macro', `macro "x" : term => \`(0)\n${STATEMENT}`],
    ['a notation', `local notation "0" => 1\n${STATEMENT}`],
    ['an operator with another meaning', `local infixl:65 " + " => Nat.sub\n${STATEMENT}`],
    ['an instance', `instance : Inhabited Nat := ⟨0⟩\n${STATEMENT}`],
    ['an option', `set_option autoImplicit true\n${STATEMENT}`],
    ['an option of the theorem', `set_option autoImplicit true in\n${STATEMENT}`],
    ['an attribute', `@[simp] ${STATEMENT}`],
    ['an attribute command', `attribute [local simp] Nat.add_comm\n${STATEMENT}`],
    ['an import below the header', `theorem u : 1 = 1 := by sorry\nimport Evil\n`],
    ['a definition', `def Prime (n : Nat) := True\n${STATEMENT}`],
    ['variables', `variable (n : Nat)\n${STATEMENT}`],
    ['a namespace', `namespace Nat\n${STATEMENT}\nend Nat`],
    ['code that runs', `#eval IO.println "x"\n${STATEMENT}`],
    ['code that runs before', `initialize pure ()\n${STATEMENT}`],
    ['an unsafe theorem', `unsafe ${STATEMENT}`],
    ['opened names with renaming', `open Nat (add) in\n${STATEMENT}`],
    ['two theorems', `${STATEMENT}\ntheorem u : 2 = 2 := by sorry`],
    ['a second theorem on the line', `${STATEMENT} theorem u : False := by sorry`],
    ['a proof', 'theorem t : 1 = 1 := by rfl'],
    ['a proof with a hole', 'theorem t : 1 = 1 := by\n  constructor\n  sorry'],
    ['a hole in the statement', 'theorem t : (sorry : Prop) := by sorry'],
    ['no type', 'theorem t := by sorry'],
    ['a bracket that closes nothing', 'theorem t : 1 = 1) := by sorry'],
    ['code in the statement', 'theorem t : (by run_tac pure ()) := by sorry'],
  ])('%s', (_, code) => {
    expect(read(block(code)).kind).toBe('refused');
  });
});

describe('an answer has no statement', () => {
  it.each([
    ['that is empty', '', 'end', 'the answer is empty'],
    ['in words', 'The theorem is false.', 'end', 'the answer has no theorem'],
    ['with other code', block('def x := 1'), 'end', 'the answer has no theorem'],
    ['that was refused', 'I cannot do this.', 'refused', 'the model refused'],
    ['that was cut off', '```lean\ntheorem t (n : ℕ) :', 'length', 'the answer was cut off (model.max_output_tokens)'],
    [
      'that is far too long',
      block(`theorem t : ${'1 + '.repeat(9000)}1 = 1 := by sorry`),
      'end',
      'the answer is far too long',
    ],
  ] as const)('%s', (_, answer, finish, why) => {
    expect(read(answer, finish)).toEqual({ kind: 'none', why });
  });

  it('is cut off after the block, which is complete', () => {
    expect(read(`${block(STATEMENT)}\nAnd now I`, 'length').kind).toBe('statement');
  });
});
