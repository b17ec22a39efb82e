/** How the library of an index writes terms for which it may have no definition. */
import type { ConceptBase } from '../../concepts/open-base.ts';
import type { LibraryIndex } from '../../index/library-index.ts';
import { normalForm } from './normal-form.ts';
import { spellings, type Spelling } from './spellings.ts';

export interface KnownSpelling extends Spelling {
  /** The words for which it was found. */
  term: string;
  /** The index also has a definition of that name. */
  hasDefinition: boolean;
}

/** The spellings of a term. */
export function spellingsOfTerm(index: LibraryIndex, base: ConceptBase, term: string): KnownSpelling[] {
  return known(
    index,
    base,
    spellings()
      .withKey(normalForm(term))
      .map((row) => ({ row, surface: term.trim() })),
  );
}

/** The spellings of the terms in a text. */
export function spellingsInText(index: LibraryIndex, base: ConceptBase, text: string): KnownSpelling[] {
  return known(index, base, spellings().inText(text));
}

/** Those that can be written with the declarations of this index. */
function known(
  index: LibraryIndex,
  base: ConceptBase,
  found: readonly { row: Spelling; surface: string }[],
): KnownSpelling[] {
  return found
    .filter(({ row }) => row.names.every((name) => index.idsByName(name).length > 0))
    .map(({ row, surface }) => ({
      ...row,
      term: surface,
      hasDefinition: hasDefinitionNamed(base, surface, row.names),
    }));
}

/** `names`: of the spelling. A link of another origin may hide that a definition has this name. */
function hasDefinitionNamed(base: ConceptBase, term: string, names: readonly string[]): boolean {
  const key = normalForm(term);
  return names.some((name) => normalForm(name) === key) || base.meanings(key).some(({ origin }) => origin === 'name');
}
