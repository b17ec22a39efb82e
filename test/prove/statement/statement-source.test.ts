import { describe, expect, it } from 'vitest';
import { isRefusal, readStatements, statementNames } from '../../../src/prove/statement/statement-source.ts';
import { aloneText, conflictOf, pairText } from '../../../src/prove/statement/scaffold.ts';
import { statementIn } from './statement-in.ts';

const GOOD = 'theorem t (n : Nat) : n = n := sorry\n';

function refusal(text: string): string | null {
  const read = readStatements(text, null).at(-1);
  return read !== undefined && isRefusal(read) ? `${read.line}: ${read.reason}` : null;
}

describe('a context that may change what a statement means', () => {
  it.each([
    ['a local notation', 'local notation a " + " b => a * b\n', /^1: 'notation'/u],
    ['a macro', 'macro "x" : term => `(0)\n', /'macro'/u],
    ['an axiom', 'axiom cheat : False\n', /'axiom'/u],
    ['an instance', 'instance : Add Nat := ⟨fun a _ => a⟩\n', /'instance'/u],
    ['a local instance', 'local instance : Add Nat := ⟨fun a _ => a⟩\n', /'instance'|'local'/u],
    ['an option', 'set_option autoImplicit true\n', /'set_option'/u],
    ['an attribute', '@[simp] theorem s : 1 = 1 := rfl\n', /attribute/u],
    ['an attribute command', 'def f := 1\nattribute [instance] f\n', /'attribute'/u],
    ['code', '#eval 1\n', /'#eval'/u],
    ['code at the start', 'initialize x : Nat ← pure 1\n', /'initialize'/u],
    ['an unsafe definition', 'unsafe def f : Nat := 1\n', /'unsafe'/u],
    ['an instance by deriving', 'inductive A where\n  | a : A\n  deriving Repr\n', /'deriving'/u],
    ['a notation behind a proof', 'theorem s : 1 = 1 := by\n  rfl\n  local notation "x" => 1\n', /'local'|'notation'/u],
    ['a command on the same line', 'def f := 1 notation "x" => 1\n', /'notation'/u],
    ['elaboration code', 'def f : Nat := by_elab return Lean.mkNatLit 1\n', /'by_elab'/u],
    ['an option for the statement', 'set_option autoImplicit true in\n', /'set_option … in'/u],
  ])('%s is refused', (_, before, reason) => {
    expect(refusal(before + GOOD)).toMatch(reason);
  });

  it('a statement with a hole or a command in its type is refused', () => {
    expect(refusal('theorem t : (sorry : Prop) := sorry\n')).toContain("'sorry'");
    expect(refusal('private unsafe theorem t : True := sorry\n')).toContain("'unsafe'");
    expect(refusal('theorem t := sorry\n')).toContain('no type');
  });

  it('definitions, variables, sections and proofs with holes are allowed', () => {
    const text = `import Lean
open Nat
namespace A
/-- Docs. -/
def f (n : Nat) : Nat := n
structure S where
  /-- A field. -/
  x : Nat
variable (m : Nat)
theorem s : f m = m := sorry
section Inner
open Nat in
/-- Words. -/
theorem t (n : Nat) : f n = n ∧ m = m := by
  sorry
theorem after : True := trivial
end Inner
end A
`;
    const [s, t] = readStatements(text, null);
    expect(s).toMatchObject({ name: 'A.s', line: 10 });
    expect(t).toMatchObject({
      ...{ name: 'A.t', line: 14, header: ['import Lean'], closing: ['end Inner', 'end A'], namespace: 'A' },
      ...{ prefixes: 'open Nat in\n', signature: '(n : Nat) : f n = n ∧ m = m', docstring: 'Words.' },
    });
    // The statement `s` is not mentioned below it.
    expect(t).toMatchObject({
      context: expect.not.arrayContaining([expect.objectContaining({ text: expect.stringContaining('theorem s') })]),
    });
    expect(statementNames(text)).toEqual(['A.s', 'A.t', 'A.after']);
    expect(readStatements(text, 'A.t')).toHaveLength(1);
  });
});

describe('the texts for Lean', () => {
  it('has the statement under our name and without its proof', () => {
    const source = statementIn('import Init\nvariable (p : Prop)\nlemma own.{u} (α : Type u) : p → p := fun h => h\n');
    expect(aloneText(source)).toBe(
      'import Init\nvariable (p : Prop)\ntheorem lemmahead_statement.{u} (α : Type u) : p → p := by\n  sorry\n',
    );
  });

  it('declares once what both files define, and closes the scopes of each', () => {
    const [a, b] = ['', 'n = n → '].map((more) => {
      return statementIn(`namespace A\ndef f (n : Nat) := n\ntheorem t (n : Nat) : ${more}f n = n := sorry\nend A\n`);
    });
    expect(pairText({ a: a!, b: b! })).toBe(`section
namespace A
def f (n : Nat) := n
axiom lemmahead_first (n : Nat) : f n = n
end A
end
section
namespace A
axiom lemmahead_second (n : Nat) : n = n → f n = n
end A
end
`);
  });

  it('names a definition that the two files make differently', () => {
    const [a, b] = ['n', 'n + 1'].map((value) =>
      statementIn(`\ndef f (n : Nat) := ${value}\ntheorem t (n : Nat) : f n = n := sorry\n`),
    );
    expect(conflictOf({ a: a!, b: b! })).toEqual({ name: 'f', lines: [2, 2] });
    expect(conflictOf({ a: a!, b: a! })).toBeNull();
  });
});
