/** Folds entries with the same text, such as editions of one book, into one hit. */
import type { TextOf } from '../../library/filter-entries.ts';

/** The longest prefix of a list with at most `limit` different texts. */
export function distinctTexts<T extends { id: number }>(found: Iterable<T>, limit: number, textOf: TextOf): T[] {
  const texts = new Set<string>();
  const first: T[] = [];
  for (const each of found) {
    texts.add(textOf(each.id));
    if (texts.size > limit) break;
    first.push(each);
  }
  return first;
}

/**
 * Lists, best first, with each text once under the id of its head: its best entry in the first list that has it.
 * `copies`: other entries with the same text, by id of the head, in the order found. Must run before rank fusion, so
 * copies do not lower the ranks of other entries.
 */
export function foldCopies<T extends { id: number }>(
  lists: readonly (readonly T[])[],
  textOf: TextOf,
): { lists: T[][]; copies: ReadonlyMap<number, readonly number[]> } {
  const heads = new Map<string, number>();
  const copies = new Map<number, number[]>();
  const fold = (found: readonly T[]): T[] => {
    const folded = new Map<number, T>();
    for (const each of found) {
      const text = textOf(each.id);
      const head = heads.get(text) ?? each.id;
      heads.set(text, head);
      const others = copies.get(head) ?? [];
      if (head !== each.id && !others.includes(each.id)) copies.set(head, [...others, each.id]);
      if (!folded.has(head)) folded.set(head, { ...each, id: head });
    }
    return [...folded.values()];
  };
  return { lists: lists.map(fold), copies };
}
