/** Entries that say the same, as the editions of one book do: one place in a list, not a place each. */
import type { TextOf } from '../../library/filter-entries.ts';

/** The best of a list, until they say `most` different things. */
export function firstTexts<T extends { id: number }>(found: Iterable<T>, most: number, textOf: TextOf): T[] {
  const texts = new Set<string>();
  const first: T[] = [];
  for (const each of found) {
    texts.add(textOf(each.id));
    if (texts.size > most) break;
    first.push(each);
  }
  return first;
}

interface FoldedLists<W, V> {
  words: W[];
  vectors: V[];
  /** By head the others that say the same, as they were found. */
  copies: ReadonlyMap<number, readonly number[]>;
}

/**
 * Both lists, best first, with each text once, under its head: the best of it by words, else by vectors. It is done
 * before they are joined by places, so that copies push nothing down.
 */
export function foldCopies<W extends { id: number }, V extends { id: number }>(
  words: readonly W[],
  vectors: readonly V[],
  textOf: TextOf,
): FoldedLists<W, V> {
  const heads = new Map<string, number>();
  const copies = new Map<number, number[]>();
  const fold = <T extends { id: number }>(found: readonly T[]): T[] => {
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
  return { words: fold(words), vectors: fold(vectors), copies };
}
