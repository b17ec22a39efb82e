import { describe, expect, it } from 'vitest';
import { readLeanFile } from '../../src/lean/read-file.ts';
import { statementText, wholeStatement } from '../../src/lean/whole-statement.ts';
import { isStatement, lawStatement, type Named } from '../../src/prove/retrieval/citable.ts';

const TEXT = `
structure Semi (α : Type) where
  op : α → α → α
  le : α → α → Prop
  assoc : ∀ a b c, op (op a b) c = op a (op b c)
  mono : ∀ a b c, le a b → le (op a c) (op b c)

class Group' (α : Type) where
  mul : α → α → α
  comm : ∀ a b, mul a b = mul b a

inductive Even : Nat → Prop
  | zero : Even 0

inductive Tree
  | leaf : Tree
`;

const declarations = new Map(readLeanFile(TEXT, '').declarations.map((one) => [one.name, one]));
const find = (name: string): Named | undefined => {
  const found = declarations.get(name);
  return found && { name, kind: found.kind, type: found.signature.slice(found.typeAt) };
};

describe('isStatement', () => {
  it.each([
    ['Semi.assoc', true],
    ['Semi.mono', true],
    ['Semi.op', false],
    ['Semi.le', false],
    ['Semi.mk', false],
    ["Group'.comm", true],
    ["Group'.mul", false],
    ['Even.zero', true],
    ['Tree.leaf', false],
  ])('%s: %s', (name, wanted) => {
    expect(isStatement(find(name)!, find)).toBe(wanted);
  });
});

describe('lawStatement', () => {
  const law = (name: string): string => {
    const statement = wholeStatement(find(name)!.type, declarations.get(name)!.variables);
    return statementText(lawStatement(statement, find(name)!, find));
  };

  it('applies the fields of a structure to `self`', () => {
    expect(law('Semi.mono')).toBe(
      '{α : Type} (self : Semi α) : ∀ a b c, self.le a b → self.le (self.op a c) (self.op b c)',
    );
  });

  it('leaves the laws of a class, whose operations find the instance', () => {
    expect(law("Group'.comm")).toBe("{α : Type} [self : Group' α] : ∀ a b, mul a b = mul b a");
  });
});
