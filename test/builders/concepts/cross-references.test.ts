/** Reading the arguments of `@[wikidata]`, `@[stacks]` and `@[kerodon]` from the sources of an index. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fileReferences } from '../../../src/builders/concepts/cross-references.ts';
import { openIndex } from '../../../src/index/open.ts';
import { buildRoots } from '../../index/build-request.ts';
import { temporaryFolder, writeFiles } from '../../index/temporary.ts';

const SOURCE = `namespace Board

/-- A row. stacks 0XXX is only in a docstring. -/
@[ext, wikidata Q42, stacks 01AB "first part"]
structure Row where
  size : Nat

@[to_additive (attr := wikidata Q7)]
def prod (n : Nat) : Nat := n

@[kerodon 00AB]
theorem prod_self (n : Nat) : prod n = n := rfl

@[stacks]
def unfinished : Nat := 1

def plain : Nat := 2
`;

async function makeIndex() {
  const folder = temporaryFolder();
  const root = writeFiles(join(folder, 'package'), { 'Board.lean': SOURCE });
  const path = join(folder, 'index.sqlite');
  await buildRoots(path, { board: root });
  const index = openIndex(path);
  const sql = `SELECT name, line_start AS line, attributes, is_private AS isPrivate FROM decls ORDER BY line_start, name`;
  const rows = index.all<Parameters<typeof fileReferences>[0][number]>(sql);
  const [{ hash }] = index.all<{ hash: string }>('SELECT hash FROM files') as [{ hash: string }];
  index.close();
  return { rows, root, source: { path: join(root, 'Board.lean'), module: 'Board', hash } };
}

it('cross-references have the tag and the note of each declaration, and of twins', async () => {
  const { rows, source } = await makeIndex();
  const { references, unread } = fileReferences(rows, source);
  expect(references.map(({ name, source: from, tag, note }) => [name, from, tag, note])).toEqual([
    ['Board.Row', 'wikidata', 'Q42', ''],
    ['Board.Row', 'stacks', '01AB', 'first part'],
    ['Board.prod', 'wikidata', 'Q7', ''],
    ['Board.prod_self', 'kerodon', '00AB', ''],
  ]);
  expect(unread).toBe(1);
});

it('a file that is not as indexed gives no references', async () => {
  const { rows, root, source } = await makeIndex();
  writeFiles(root, { 'Board.lean': `\n${SOURCE}` });
  const { references, unread } = fileReferences(rows, source);
  expect(references).toEqual([]);
  expect(unread).toBeGreaterThan(3);
});
