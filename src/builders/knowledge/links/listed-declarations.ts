/** Declarations that the lists of the packages (`docs/1000.yaml` and others) give under the title of a statement. */
import type { LibraryIndex } from '../../../index/library-index.ts';
import { type ListEntry, readLists } from '../../concepts/lists.ts';
import { TitleIndex } from '../fusion/title-key.ts';

export interface ListedDeclaration {
  /** Full name, as the list writes it; an index may lack it. */
  name: string;
  list: ListEntry['list'];
}

/** Finds what the lists of the packages of an index give under a title. A list that cannot be read is left out. */
export function listedDeclarations(index: LibraryIndex): (title: string) => ListedDeclaration[] {
  const roots = index.all<{ root: string }>('SELECT DISTINCT root FROM packages ORDER BY root');
  const entries = roots.flatMap(({ root }) => readLists(root).lists.flatMap((list) => list.entries));
  const byTitle = new TitleIndex<ListEntry>(entries, ({ title }) => title);
  return (title) => byTitle.matches(title).flatMap(({ names, list }) => names.map((name) => ({ name, list })));
}
