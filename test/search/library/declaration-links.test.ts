/** Links to declarations, looked up in indexes that are built again from changed sources. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openIndex } from '../../../src/index/open.ts';
import { declarationState, statementHash } from '../../../src/search/library/declaration-links.ts';
import { buildRoots } from '../../index/build-request.ts';
import { temporaryFolder, writeFiles } from '../../index/temporary.ts';

const SOURCE = `
variable {α : Type} [Inhabited α] (a b : α) {n : Nat}
theorem same_term : a = a := rfl
theorem sum : n + 0 = n := by simp
def double (m : Nat) : Nat := m + m
`;

async function indexOf(files: Record<string, string>) {
  const folder = writeFiles(temporaryFolder(), files);
  const packages = [...new Set(Object.keys(files).map((name) => name.split('/')[0]!))];
  const path = join(folder, 'index.sqlite');
  await buildRoots(path, Object.fromEntries(packages.map((name) => [name, join(folder, name)])));
  return openIndex(path);
}

test('a link is the same, changed or not found, whatever else changes', async () => {
  const first = await indexOf({ 'Orchard/Rows.lean': SOURCE });
  const links = ['same_term', 'sum', 'double'].map((name) => {
    const [row] = first.rows(first.idsByName(name));
    return { package: row!.package, name, statementHash: statementHash(row!) };
  });
  const statesIn = async (files: Record<string, string>): Promise<string[]> => {
    const index = await indexOf(files);
    const states = links.map((link) => declarationState(index, link));
    index.close();
    return states;
  };
  first.close();
  const orchard = (text: string): Record<string, string> => ({ 'Orchard/Rows.lean': text });
  expect(await statesIn(orchard(SOURCE))).toEqual(['same', 'same', 'same']);
  // Other proofs.
  expect(await statesIn(orchard(SOURCE.replace('by simp', 'Nat.add_zero n').replace('rfl', 'Eq.refl a')))).toEqual([
    'same',
    'same',
    'same',
  ]);
  expect(await statesIn(orchard(SOURCE.replace('{n : Nat}', '{n : Int}')))).toEqual([
    'same',
    'statement changed',
    'same',
  ]);
  expect(await statesIn(orchard(SOURCE.replace('[Inhabited α]', '[Nonempty α]')))).toEqual([
    'statement changed',
    'same',
    'same',
  ]);
  expect(await statesIn(orchard(SOURCE.replace('m + m', '2 * m').replace('sum :', 'total :')))).toEqual([
    'same',
    'not found',
    'statement changed',
  ]);
  // Moved to another package.
  expect(await statesIn({ 'Meadow/Rows.lean': SOURCE })).toEqual(['same', 'same', 'same']);
}, 60_000);
