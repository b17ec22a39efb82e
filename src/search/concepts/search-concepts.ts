/** Finds which definitions a term means, grouped by concept, and what it means elsewhere. */
import type { Concept, PhraseOrigin } from '../../concepts/definition.ts';
import type { ConceptBase } from '../../concepts/open-base.ts';
import type { LibraryIndex } from '../../index/library-index.ts';
import { getOrAdd } from '../../base/memoize.ts';
import { normalForm, phrasesOf } from './normal-form.ts';
import { rankMeanings } from './rank-meanings.ts';
import { meaningsOfText } from './text-meanings.ts';

/** A definition as one meaning of a concept. */
export interface Variant {
  definition: number;
  score: number;
  /** The probability that the term means it in texts of the index; null if the translation table does not know it. */
  probability: number | null;
  /** Where the index links the definition and the concept; empty if only the search found it. */
  origins: PhraseOrigin[];
}

export interface ConceptGroup {
  /** Null if the definition is a meaning of no concept of the base. */
  concept: Concept | null;
  variants: Variant[];
}

export interface ConceptSearch {
  /** Best first, by their best variant. */
  groups: ConceptGroup[];
  /** Other meanings of the concept that the term names: not meant if the term says which one is. */
  otherMeanings: number[];
}

const MAX_WORDS = 5;
const MAX_OTHER_MEANINGS = 8;

/** `limit`: number of definitions. `field`: null for all fields. */
export async function searchConcepts(
  index: LibraryIndex,
  base: ConceptBase,
  term: string,
  { limit, field }: { limit: number; field: string | null },
): Promise<ConceptSearch> {
  const ranked = (await rankMeanings(index, base, term, field)).slice(0, limit);
  const named = new Map(phrasesOf(term, MAX_WORDS).map(({ key, words }) => [key, words]));
  named.set(normalForm(term), MAX_WORDS + 1);
  const probabilities = meaningsOfText(base, term);
  const groups = new Map<string, ConceptGroup>();
  for (const { definition, score } of ranked) {
    const links = base.conceptsOf(definition);
    const own = links.toSorted((a, b) => (named.get(b.concept.key) ?? 0) - (named.get(a.concept.key) ?? 0))[0];
    const origins = [...new Set(links.filter(({ concept }) => named.has(concept.key)).map(({ origin }) => origin))];
    const group = getOrAdd(groups, own?.concept.key ?? '', () => ({ concept: own?.concept ?? null, variants: [] }));
    group.variants.push({ definition, score, probability: probabilities.get(definition) ?? null, origins });
  }
  return {
    groups: [...groups.values()],
    otherMeanings: otherMeanings(base, term, new Set(ranked.map((each) => each.definition))),
  };
}

/** Meanings of the term's concept, or of its head word, that were not found, most used first. */
function otherMeanings(base: ConceptBase, term: string, shown: ReadonlySet<number>): number[] {
  const key = normalForm(term);
  const head = key.slice(key.lastIndexOf(' ') + 1);
  const meanings = base.meanings(key).length > 1 ? base.meanings(key) : base.meanings(head);
  return meanings
    .filter(({ definition, weight }) => weight >= 0.8 && !shown.has(definition))
    .map(({ definition }) => definition)
    .sort((a, b) => base.definition(b).statements - base.definition(a).statements || a - b)
    .slice(0, MAX_OTHER_MEANINGS);
}
