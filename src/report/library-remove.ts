/** What goes, or went, out of the library, for people. Pure. */
import { pluralize } from '../base/pluralize.ts';
import type { RemovalCounts } from '../library/removal.ts';
import { pluralizeEntries } from './entry-label.ts';
import { paint, type TextStyle } from './style.ts';

export function removalText({ documents, entries, references }: RemovalCounts): string {
  const what =
    documents === 0
      ? pluralizeEntries(entries)
      : `${pluralize(documents, 'document')} with ${pluralizeEntries(entries)}`;
  return references === 0 ? what : `${what}, to which ${pluralize(references, 'reference')} of others lead`;
}

export function renderRemoval(counts: RemovalCounts, isDone: boolean, style: TextStyle): string {
  return isDone ? `${paint(style).bold('Taken out')}: ${removalText(counts)}.\n` : 'Nothing was removed.\n';
}
