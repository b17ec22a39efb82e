/** What goes, or went, out of the library, for people. Pure. */
import { pluralize } from '../base/pluralize.ts';
import type { RemovalCounts } from '../library/removal.ts';
import { pluralizeEntries } from './entry-words.ts';
import { paint, type TextStyle } from './style.ts';

export function removalWords({ documents, entries, references }: RemovalCounts): string {
  const what =
    documents === 0
      ? pluralizeEntries(entries)
      : `${pluralize(documents, 'document')} with ${pluralizeEntries(entries)}`;
  return references === 0 ? what : `${what}, to which ${pluralize(references, 'reference')} of others lead`;
}

export function renderRemoval(counts: RemovalCounts, isDone: boolean, style: TextStyle): string {
  return isDone ? `${paint(style).bold('Taken out')}: ${removalWords(counts)}.\n` : 'Nothing was removed.\n';
}
