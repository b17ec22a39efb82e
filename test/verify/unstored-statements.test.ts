import { describe, expect, it } from 'vitest';
import { readCompiledModule } from '../../src/verify/audit/compiled-module.ts';
import { nameExamples } from '../../src/verify/audit/named-examples.ts';
import { subjectOf, type Subject } from '../../src/verify/audit/subject.ts';
import { unstoredHole, unstoredStatement } from '../../src/verify/audit/unstored-statements.ts';
import { ExportText } from './export-text.ts';

/** A module with theorems of the type `True`, each on its line. A proof is `True.intro`, or a `sorry`. */
function moduleWith(theorems: Record<string, number>, proof = 'True.intro'): Subject {
  const text = new ExportText();
  const [type, value] = [text.constant('True'), text.constant(proof)];
  for (const [name, line] of Object.entries(theorems)) text.theorem(name, type, value).at(name, line);
  return subjectOf(readCompiledModule(text.toString()));
}

const CODE = 'elab "quiet " c:command : command => elabCommand c\n';

describe('unstoredStatement', () => {
  it('finds an example without a name, in brackets or in a macro, below code of the file', () => {
    const examples = ['quiet (example : 1 = 2 := rfl)', 'macro "claim" : command => `(example : 1 = 2 := rfl)'];
    for (const example of examples) {
      expect(unstoredStatement(CODE + example, moduleWith({}), true)).toEqual({ line: 2, code: 'elab' });
      // Without names, no example is stored, so this says nothing.
      expect(unstoredStatement(CODE + example, moduleWith({}), false)).toBeNull();
    }
  });

  it('finds a named example that the module does not have', () => {
    const { text } = nameExamples(`${CODE}example : True := trivial`);
    const name = /def (\S+)/.exec(text)?.[1] ?? '';
    expect(unstoredStatement(text, moduleWith({}), true)).toEqual({ line: 2, code: 'elab' });
    expect(unstoredStatement(text, moduleWith({ [name]: 2 }), true)).toBeNull();
    expect(unstoredStatement(text, moduleWith({ [`A.${name}`]: 2 }), true)).toBeNull();
  });

  it('finds a theorem that the module does not have on this line', () => {
    const text = `${CODE}quiet theorem A.foo : 1 = unknown := rfl`;
    expect(unstoredStatement(text, moduleWith({}), true)).toEqual({ line: 2, code: 'elab' });
    expect(unstoredStatement(text, moduleWith({ foo: 1 }), true)).toEqual({ line: 2, code: 'elab' });
    expect(unstoredStatement(text, moduleWith({ 'B.A.foo': 2 }), true)).toBeNull();
  });

  it.each(['#eval 1', '@[commandElab x] def f := g', '#exit', '/-/ #eval 1 -/'])('counts %s as code', (code) => {
    expect(unstoredStatement(`${code}\ntheorem foo : True := trivial`, moduleWith({}), true)).toMatchObject({
      line: 2,
    });
  });

  it('trusts the messages of Lean about a file without code', () => {
    const text = '@[simp] theorem foo : True := trivial\nexample : True := by simp (config := { zeta := true })';
    expect(unstoredStatement(text, moduleWith({}), true)).toBeNull();
  });

  it('leaves out theorems in quotations, names and text', () => {
    const text = `macro "mk" n:ident : command => \`(private theorem foo : True := trivial)
      def theorem.x := "theorem foo" -- theorem foo
      elab "b" : command => do elabCommand (← \`(command| theorem b : True := $(x) lemma c : True := y))`;
    expect(unstoredStatement(text, moduleWith({}), true)).toBeNull();
  });
});

describe('unstoredHole', () => {
  const claim = 'macro "claim" p:term : command => `(example : 1 = 2 := $p)\n';

  it('finds a hole in a command of own syntax that the module does not have', () => {
    const text = `${claim}claim (by sorry)`;
    expect(unstoredHole(text, moduleWith({}))).toEqual({ line: 2, code: 'macro' });
    expect(unstoredHole(text, moduleWith({ t: 2 }, 'sorryAx'))).toBeNull();
    expect(unstoredHole(text, moduleWith({ t: 2 }))).toEqual({ line: 2, code: 'macro' });
  });

  it('finds nothing in known commands, in syntax, or without code', () => {
    expect(unstoredHole('theorem t : True := by sorry\n#eval (sorry : Nat)', moduleWith({}))).toBeNull();
    expect(unstoredHole('macro "claim" : command => `(theorem x : True := sorry)', moduleWith({}))).toBeNull();
    expect(unstoredHole('\n\nclaim (by sorry)', moduleWith({}))).toBeNull();
  });
});
