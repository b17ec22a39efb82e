import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LibraryIndex } from '../../src/index/library-index.ts';
import { statementConstants } from '../../src/search/statement-constants.ts';
import { openAbacus } from './shape-fixture.ts';

let index: LibraryIndex;
beforeAll(async () => void (index = await openAbacus()));
afterAll(() => index.close());

it.each([
  ['Nat.Even.add', { Nat: 'Nat', Even: 'Nat.Even' }],
  ['MonoidHom.injective_of_ker_trivial', { Group: 'Group', 'One.one': 'One.one' }],
])('resolves the names in the statement of %s, not its variables', (name, expected) => {
  const [row] = index.rows(index.idsByName(name));
  expect({ ...statementConstants(index, row!) }).toEqual(expected);
});

it('takes a bound name for a variable, although a declaration has the name', () => {
  const [row] = index.rows(index.idsByName('Nat.Even.add'));
  const type = '(Group : Type) (x : Group) : ∀ Monoid, Even Monoid';
  expect({ ...statementConstants(index, { ...row!, type }) }).toEqual({ Nat: 'Nat', Even: 'Nat.Even' });
});
