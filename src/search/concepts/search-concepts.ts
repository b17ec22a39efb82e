/** Finds which definitions a term means, grouped by concept, and what it means elsewhere. */
import type { Concept, Meaning, PhraseOrigin } from '../../concepts/definition.ts';
import type { ConceptBase } from '../../concepts/open-base.ts';
import type { LibraryIndex } from '../../index/library-index.ts';
import { getOrAdd } from '../../base/memoize.ts';
import { fieldsOfModule } from './fields-of-mathematics.ts';
import { readDefinitionWords } from './definition-words.ts';
import { MAX_CONCEPT_WORDS, normalForm, phrasesOf } from './normal-form.ts';
import { namesOf, rankMeanings, type Hints, type RankedMeaning } from './rank-meanings.ts';
import { inNewOrder, type MeaningHelpers, NO_HELPERS } from './rerank-definitions.ts';
import { meaningsOfText } from './text-meanings.ts';

/** A definition as one meaning of a concept. */
export interface Variant {
  definition: number;
  score: number;
  /** The probability that the term means it in texts of the index; null if the translation table does not know it. */
  probability: number | null;
  /** Where the index links the definition and the concept; empty if only the search found it. */
  origins: PhraseOrigin[];
  addends: RankedMeaning['addends'];
}

export interface ConceptGroup {
  /** Null if the definitions are meanings of no concept that the term names. */
  concept: Concept | null;
  variants: Variant[];
}

export interface ConceptSearch {
  /** The concept that the term names; null if it names none. */
  concept: Concept | null;
  /** Best first, by their best variant. */
  groups: ConceptGroup[];
  /** Meanings of the concept that the term names, in other fields than those found. */
  otherMeanings: number[];
  /** Why a reranker did not give the order; null if it did, or if there is none. */
  notice: string | null;
}

const MAX_OTHER_MEANINGS = 8;

interface ConceptSearchOptions extends Hints {
  /** Number of definitions. */
  limit: number;
  /** Null for all fields. */
  field: string | null;
  helpers?: Pick<MeaningHelpers, 'rerank' | 'top'>;
}

/** Ranks the definitions, lets the reranker order the best ones, and groups them by concept. */
export async function searchConcepts(
  index: LibraryIndex,
  base: ConceptBase,
  term: string,
  { limit, field, helpers = NO_HELPERS, ...hints }: ConceptSearchOptions,
): Promise<ConceptSearch> {
  const found = await rankMeanings(index, base, term, field, hints);
  const { items, notice } = await inNewOrder(found, field === null ? term : `${term} (${field})`, helpers);
  const ranked = items.slice(0, limit);
  const names = namesOf(base, term);
  const phrases = names.flatMap((name) => phrasesOf(name, MAX_CONCEPT_WORDS));
  const named = new Map(phrases.map(({ key, words }) => [key, words]));
  for (const name of names) named.set(normalForm(name), MAX_CONCEPT_WORDS + 1);
  const main = mainConcept(base, names[0]!);
  const mainMeanings = main === null ? [] : base.meanings(main.key);
  const probabilities = meaningsOfText(base, names.join(' ; '));
  const groups = new Map<string, ConceptGroup>();
  for (const { definition, score, addends } of ranked) {
    const links = base.conceptsOf(definition).filter((link) => named.has(link.concept.key));
    const [longest] = links.toSorted((a, b) => named.get(b.concept.key)! - named.get(a.concept.key)!);
    const concept = isMeaningOf(base, definition, main, mainMeanings) ? main : (longest?.concept ?? null);
    const group = getOrAdd(groups, concept?.key ?? '', () => ({ concept, variants: [] }));
    const origins = [...new Set(links.map(({ origin }) => origin))];
    group.variants.push({ definition, score, probability: probabilities.get(definition) ?? null, origins, addends });
  }
  return {
    concept: main,
    groups: [...groups.values()],
    notice,
    otherMeanings: otherMeanings(
      base,
      mainMeanings,
      ranked.map((each) => each.definition),
    ),
  };
}

/** The concept that the term names, or if that has one meaning only, the one of its head word: of `A of B`, of `A`. */
function mainConcept(base: ConceptBase, term: string): Concept | null {
  const key = normalForm(term);
  const head = key.slice(key.lastIndexOf(' ') + 1);
  return base.concept(base.meanings(key).length > 1 ? key : head) ?? base.concept(key);
}

/** Whether the definition is a meaning of the concept, or its name says so: `OrthonormalBasis` is a basis. */
function isMeaningOf(
  base: ConceptBase,
  definition: number,
  concept: Concept | null,
  meanings: readonly Meaning[],
): concept is Concept {
  if (concept === null) return false;
  const { longLast } = readDefinitionWords(base.definition(definition).words);
  return (
    concept.key.split(' ').every((stem) => longLast.has(stem)) ||
    meanings.some((meaning) => meaning.definition === definition)
  );
}

/** Those of the meanings of the term's concept that are in no field of a shown one, most used first. */
function otherMeanings(base: ConceptBase, meanings: readonly Meaning[], found: readonly number[]): number[] {
  const shown = new Set(found);
  const fieldOf = (definition: number) => fieldsOfModule(base.definition(definition).module)[0];
  const shownFields = new Set(meanings.flatMap(({ definition: each }) => (shown.has(each) ? [fieldOf(each)] : [])));
  return meanings
    .filter(({ definition, weight }) => weight >= 0.8 && !shownFields.has(fieldOf(definition)))
    .map(({ definition }) => definition)
    .sort((a, b) => base.definition(b).statements - base.definition(a).statements || a - b)
    .slice(0, MAX_OTHER_MEANINGS);
}
