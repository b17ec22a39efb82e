import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Locals } from '../../../src/lean/term/context.ts';
import * as Kind from '../../../src/lean/term/kinds.ts';
import { makeNotationTable } from '../../../src/lean/term/notation-table.ts';
import { parseTerm } from '../../../src/lean/term/parser.ts';
import { printNotation } from '../../../src/lean/term/print-notation.ts';
import { constant, local, print, term, type Term } from '../../../src/lean/term/term.ts';

const NOTATION = makeNotationTable([]);
const LOCALS = new Map(['x', 'y', 'f'].map((name) => [name, '']));

const parse = (text: string): Term =>
  parseTerm(text, { table: NOTATION, locals: new Locals(LOCALS), isOpen: () => true, module: null });

const BINARY = [
  'HAdd.hAdd',
  'HMul.hMul',
  'HSub.hSub',
  'List.cons',
  'HAppend.hAppend',
  'And',
  'Or',
  'Iff',
  'Eq',
  'LE.le',
];

const trees = fc.letrec<{ tree: Term }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    fc.constantFrom(local('x'), local('y'), term(Kind.NUMBER, '2'), constant('List.nil'), constant('Foo.bar')),
    fc
      .tuple(fc.constantFrom(...BINARY), tie('tree'), tie('tree'))
      .map(([head, left, right]) => constant(head, [left, right])),
    // `¬a = b` is read as `a ≠ b`.
    tie('tree').map((arg) => constant('Not', [local('f', [arg])])),
    tie('tree').map((arg) => local('f', [arg])),
    fc.tuple(tie('tree'), tie('tree')).map(([left, right]) => constant('Foo.op', [left, right])),
  ),
})).tree;

it('prints terms that parse back to the same term', () => {
  fc.assert(
    fc.property(trees, (tree) => {
      expect(print(parse(printNotation(tree)))).toBe(print(tree));
    }),
    { numRuns: 1000 },
  );
});

it.each([
  ['(x + y) * 2', '(x + y) * 2'],
  ['x + (y + 2)', 'x + (y + 2)'],
  ['x :: (y :: [])', 'x :: y :: []'],
  ['(x = y) → (x ≤ y ∧ ¬ (y ≤ x))', 'x = y → x ≤ y ∧ ¬y ≤ x'],
  ['∀ n : Nat, f n = n', '∀ (n : Nat), f n = n'],
  ['(∃ n : Nat, f n = n) ∧ ∃ m, f m = x', '(∃ (n : Nat), f n = n) ∧ (∃ m, f m = x)'],
])('prints %s as %s', (text, expected) => {
  expect(printNotation(parse(text))).toBe(expected);
});
