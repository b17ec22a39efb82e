import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openIndex } from '../../src/index/open.ts';
import { statementText } from '../../src/lean/whole-statement.ts';
import { rowStatement } from '../../src/search/row-statement.ts';
import { buildRoots } from '../index/build-request.ts';
import { temporaryFolder, writeFiles } from '../index/temporary.ts';

const SOURCE = `
namespace Real
scoped notation "π" => Real.pi
end Real

theorem bound (x : F π) : x = y := h
theorem imp (a : Nat) : a = 0 ↔ 0 = a := h

alias ⟨imp_forward, imp_back⟩ := imp
alias again := imp_back
alias unknown := elsewhere.foo
alias circle := circle

open Real
theorem notation_open (x : F α) : sin π = x := h
`;

/** Statements of an index of `SOURCE` as a package with Lean's default options. */
async function statements(): Promise<Record<string, string>> {
  const folder = temporaryFolder();
  const root = writeFiles(join(folder, 'lib'), {
    'A.lean': SOURCE,
    'lakefile.toml': 'name = "lib"\n[[lean_lib]]\nname = "A"\n',
  });
  const path = join(folder, 'index.sqlite');
  await buildRoots(path, { Lib: root });
  const index = openIndex(path);
  const ids = index.all<{ id: number }>('SELECT id FROM decls').map(({ id }) => id);
  const found = index.rows(ids).map((row) => [row.name, statementText(rowStatement(index, row))]);
  index.close();
  return Object.fromEntries(found) as Record<string, string>;
}

test('a row has its whole statement, an alias that of its target, and a free name a binder unless it is notation', async () => {
  expect(await statements()).toEqual({
    bound: '{π : _} {y : _} (x : F π) : x = y',
    imp: '(a : Nat) : a = 0 ↔ 0 = a',
    imp_forward: '(a : Nat) : a = 0 → 0 = a',
    imp_back: '(a : Nat) : 0 = a → a = 0',
    again: '(a : Nat) : 0 = a → a = 0',
    unknown: ':= elsewhere.foo',
    circle: ':= circle',
    notation_open: '{α : _} (x : F α) : sin π = x',
  });
});
