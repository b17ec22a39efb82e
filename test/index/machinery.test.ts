/** Folders of programs that extend Lean, as a build finds them and an update follows. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { machineryFolders, machineryTest } from '../../src/index/machinery.ts';
import { openIndex } from '../../src/index/open.ts';
import { buildRoots } from './build-request.ts';
import { temporaryFolder, writeFiles } from './temporary.ts';

const PROGRAM = 'namespace Lean.Elab\ndef step (n : Nat) : Nat := n\nend Lean.Elab\n';
const OPENED = 'open Lean\n\ndef walk (n : Nat) : Nat := n\n';
const LEMMA = 'theorem step_pos (n : Nat) : 0 ≤ n := n.zero_le\n';

test('folders are machinery if most of their modules are programs, and only the outermost are listed', () => {
  const file = (module: string, isProgram: number) => ({ module, isProgram });
  const files = [file('A.Tactic.One', 1), file('A.Tactic.Deep.Two', 1), file('A.Tactic.Three', 0), file('A.Logic', 0)];
  expect(machineryFolders([...files, file('A.Sets', 0)])).toBe('["A.Tactic"]');
  expect(machineryFolders([])).toBe('[]');
});

test('an update follows files that become programs and files that stop being programs', async () => {
  const folder = temporaryFolder();
  const root = join(folder, 'src');
  const path = join(folder, 'index.sqlite');
  const machinery = async (files: Record<string, string>): Promise<[extent: string, inMachinery: boolean]> => {
    writeFiles(root, files);
    const { extent } = await buildRoots(path, { Lib: root });
    const index = openIndex(path);
    const found = machineryTest(index)('Lib.Tactic.Other');
    index.close();
    return [extent, found];
  };
  const both = { 'Lib/Tactic/A.lean': PROGRAM, 'Lib/Tactic/B.lean': LEMMA, 'Lib/C.lean': LEMMA, 'Lib/D.lean': LEMMA };
  expect(await machinery(both)).toEqual(['full', true]);
  expect(await machinery({ 'Lib/Tactic/A.lean': LEMMA })).toEqual(['update', false]);
  expect(await machinery({ 'Lib/Tactic/B.lean': OPENED })).toEqual(['update', true]);
});
