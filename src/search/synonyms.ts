/** Synonymous stems: words of mathematics and their abbreviations in Lean names, in both directions. */
import { stem } from '../index/words/stem.ts';
import { RELATED, SAME } from './word-families.ts';

const SAME_WEIGHT = 0.7;
const RELATED_WEIGHT = 0.3;

const synonyms = new Map<string, Map<string, number>>();

function addFamilies(families: readonly string[], weight: number): void {
  for (const family of families) {
    const stems = family.split(' ').map(stem);
    for (const one of stems) {
      const others = synonyms.get(one) ?? new Map<string, number>();
      for (const other of stems) if (other !== one && !others.has(other)) others.set(other, weight);
      synonyms.set(one, others);
    }
  }
}

addFamilies(SAME, SAME_WEIGHT);
addFamilies(RELATED, RELATED_WEIGHT);

/** Synonyms of `stemmed`, each with its weight relative to the stem itself. */
export function synonymsOf(stemmed: string): Iterable<[string, number]> {
  return synonyms.get(stemmed) ?? [];
}
