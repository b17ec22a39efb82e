/** Declarations by their full names. */
import type { DeclarationRow, LibraryIndex } from '../index/library-index.ts';

/** Several packages may declare a name; private declarations of a file are left out. */
export function publicRows(index: LibraryIndex, name: string): DeclarationRow[] {
  return index.rows(index.idsByName(name)).filter(({ isPrivate }) => !isPrivate);
}
