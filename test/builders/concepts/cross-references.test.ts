/** Reading the arguments of `@[wikidata]`, `@[stacks]` and `@[kerodon]` from the sources of an index. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { crossReferences } from '../../../src/builders/concepts/cross-references.ts';
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
  return { index: openIndex(path), root };
}

it('cross-references have the tag and the note of each declaration, and of twins', async () => {
  const { index } = await makeIndex();
  const { references, unread } = crossReferences(index);
  expect(references.map(({ name, source, tag, note }) => [name, source, tag, note])).toEqual([
    ['Board.Row', 'wikidata', 'Q42', ''],
    ['Board.Row', 'stacks', '01AB', 'first part'],
    ['Board.prod', 'wikidata', 'Q7', ''],
    ['Board.prod_self', 'kerodon', '00AB', ''],
  ]);
  expect(unread).toBe(1);
  index.close();
});

it('a file that is not as indexed gives no references', async () => {
  const { index, root } = await makeIndex();
  writeFiles(root, { 'Board.lean': `\n${SOURCE}` });
  const { references, unread } = crossReferences(index);
  expect(references).toEqual([]);
  expect(unread).toBeGreaterThan(3);
  index.close();
});
