/** Text report of `library remove`. Pure. */
import { pluralize } from '../base/pluralize.ts';
import type { RemovalCounts } from '../library/removal.ts';
import { pluralizeEntries } from './entry-label.ts';
import { paint, type TextStyle } from './style.ts';

export function removalText({ documents, entries, references }: RemovalCounts): string {
  const what =
    documents === 0
      ? pluralizeEntries(entries)
      : `${pluralize(documents, 'document')} with ${pluralizeEntries(entries)}`;
  return references === 0 ? what : `${what}, the target of ${pluralize(references, 'reference')} from other entries`;
}

export function renderRemoval(counts: RemovalCounts, isDone: boolean, style: TextStyle): string {
  return isDone ? `${paint(style).bold('Removed')}: ${removalText(counts)}.\n` : 'Nothing was removed.\n';
}
