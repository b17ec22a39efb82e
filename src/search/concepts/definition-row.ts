/** The row of the index for a definition of a concept base. */
import type { ConceptBase } from '../../concepts/open-base.ts';
import type { DeclarationRow, LibraryIndex } from '../../index/library-index.ts';
import { publicRows } from '../public-rows.ts';

/** Several packages may declare the name: the module of the base decides. Null if the index no longer has it. */
export function definitionRow(index: LibraryIndex, base: ConceptBase, number: number): DeclarationRow | null {
  const { name, module } = base.definition(number);
  const rows = publicRows(index, name);
  return rows.find((row) => row.module === module) ?? rows[0] ?? null;
}
