/** Concepts that were probably meant by a term that the base does not know. */
import type { ConceptBase } from '../../concepts/open-base.ts';
import { withinOneEdit } from '../one-edit.ts';
import { normalForm } from './normal-form.ts';

/** Shorter words have too many others one edit away. */
const MIN_LETTERS = 4;

/**
 * Names of concepts that have a word of the term, or one a typo away from it: those with most such words first, then
 * core concepts, then those of most texts.
 */
export function nearConcepts(base: ConceptBase, term: string, limit: number): string[] {
  const words = normalForm(term)
    .split(' ')
    .filter(({ length }) => length >= MIN_LETTERS);
  if (words.length === 0) return [];
  const rows = base.all<{ key: string; name: string; texts: number; isCore: number }>(
    'SELECT key, name, texts, is_core AS isCore FROM concepts',
  );
  const near = rows.flatMap((row) => {
    const own = row.key.split(' ');
    const shared = words.filter((word) => own.some((each) => withinOneEdit(each, word))).length;
    return shared === 0 ? [] : [{ ...row, share: shared / Math.max(words.length, own.length) }];
  });
  near.sort((a, b) => b.share - a.share || b.isCore - a.isCore || b.texts - a.texts || (a.key < b.key ? -1 : 1));
  return near.slice(0, limit).map(({ name }) => name);
}
