/** Which definitions a term can mean, in one field of mathematics or in all: a linear score of few features. */
import { wordSet } from '../../base/words.ts';
import { getOrAdd } from '../../base/memoize.ts';
import type { Definition } from '../../concepts/definition.ts';
import type { ConceptBase } from '../../concepts/open-base.ts';
import type { LibraryIndex } from '../../index/library-index.ts';
import { searchLibrary } from '../search.ts';
import { readDefinitionWords } from './definition-words.ts';
import { fieldsOfModule, modulesOfField } from './fields-of-mathematics.ts';
import { MAX_CONCEPT_WORDS, normalForm, phrasesOf } from './normal-form.ts';
import { spellings } from './spellings.ts';
import { synonymsOf } from './synonym-groups.ts';
import { meaningsOfText } from './text-meanings.ts';

/**
 * The features of a definition for a term, with their weights for a bare word and for a phrase. Learned by
 * `bench/train/meanings.ts` on the four development sets of terms and on the terms of Mathlib's undergrad list that its
 * overview list does not have, with a base that was built without lists.
 */
export const FEATURES = {
  /** 1 / place in the search in words. */
  search: [2.1, 0.62],
  /** Weight of the concept that the term, or less a part of it, names. */
  meaning: [0, 1.51],
  /** Whether the user says that the term means it. Not learned: the user has the last word. */
  isDecided: [100, 100],
  /** Whether the glossary says that the term is written by it. */
  spelling: [6.81, 5.57],
  /** Share of the term's words in the definition's name, module, annotation and signature. */
  coverage: [0.59, 2.11],
  statements: [10, 0],
  isInField: [9, 0.37],
  shortName: [8.69, 2.42],
  /** 1 / place in the search within the field. */
  fieldSearch: [0, 0.62],
  /** Probability by the whole term. */
  exactTranslation: [0.56, 3.35],
  /** Score of the search relative to its first hit. */
  searchScore: [7.43, 10],
  fieldSearchScore: [2.28, 1.02],
  /** Whether the last part of the name has the term's last word: the noun of `A of B`. */
  head: [2.17, 0],
  /** Whether the last part of the name is that word alone. */
  nameIsHead: [0, 0.57],
  /** Share of the words of the name's last part that are in the term. */
  lastPrecision: [2.08, 0],
  /** Whether it is a meaning of the term whose namespace is open at the user's place. Not learned, as the next one. */
  isOpen: [12, 6],
  /** Whether it belongs to a field of the user's file. */
  isOfFile: [4, 2],
  /** Whether it is a structure, class or inductive type: a notion rather than a construction. */
  isType: [0.37, 1.08],
  /** -1 if the other version, additive or multiplicative, is used more. */
  isRarerVersion: [6.14, 1.23],
  /** Probability by all phrases of the term, less for a definition of many texts. */
  specificTranslation: [0, 0.4],
  /** Probability by the term, times the coverage. */
  coveredTranslation: [4.85, 1.03],
  /** 1 / place among the nearest by vectors. Not learned: it weighs as much as the place in the search in words. */
  near: [2.1, 0.62],
} as const satisfies Record<string, readonly [word: number, phrase: number]>;

export type Features = Record<keyof typeof FEATURES, number>;

const NAMES = Object.keys(FEATURES) as (keyof Features)[];

export interface RankedMeaning {
  definition: number;
  score: number;
  /** The addends of the score by feature. */
  addends: Features;
}

/** What a place in the user's file prefers. */
export interface PreferredByPlace {
  /** Namespaces whose names are short there. */
  spaces: ReadonlySet<string>;
  /** Fields of mathematics of its module and its imports. */
  fields: ReadonlySet<string>;
}

/** What is known besides the term and the field. */
export interface Hints {
  /** What vectors find, nearest first. */
  near?: readonly number[];
  place?: PreferredByPlace;
}

const NOWHERE: PreferredByPlace = { spaces: new Set(), fields: new Set() };
const SEARCHED = 60;
/** A phrase within the term with more meanings than this says little. */
const MAX_PART_MEANINGS = 60;
const MIN_PROBABILITY = 0.01;
/** Kinds that say what something is. */
export const DEFINITION_KINDS = ['def', 'abbrev', 'class', 'structure', 'inductive'] as const;
const TYPES = wordSet('class structure inductive');
const ADDITIVE = normalForm('additive');
/** The search reads `connectedness` as the stem `connected`, and `connected` as another one. */
const NOUN_OF_PARTICIPLE = /(\p{L}ed)ness\b/giu;

/**
 * Best first. `field`: a field of mathematics in words; null for all fields. Of a term with several names, which the
 * user says mean the same, each definition has the score of the best.
 */
export async function rankMeanings(
  index: LibraryIndex,
  base: ConceptBase,
  term: string,
  field: string | null,
  hints: Hints = {},
): Promise<RankedMeaning[]> {
  const best = new Map<number, RankedMeaning>();
  for (const name of namesOf(base, term)) {
    for (const each of await rankForName(index, base, name, { field, hints }))
      if (each.score > (best.get(each.definition)?.score ?? -Infinity)) best.set(each.definition, each);
  }
  return [...best.values()].sort((a, b) => b.score - a.score || a.definition - b.definition);
}

/** The term, or the names that the user says to look up in its place. */
export function namesOf(base: ConceptBase, term: string): string[] {
  const names = base.namesFor(normalForm(term)).map(({ phrase }) => phrase);
  return names.length === 0 ? [term] : names;
}

async function rankForName(
  index: LibraryIndex,
  base: ConceptBase,
  term: string,
  { field, hints }: { field: string | null; hints: Hints },
): Promise<RankedMeaning[]> {
  const isPhrase = normalForm(term).includes(' ') ? 1 : 0;
  const candidates = await meaningFeatures(index, base, term, field, hints);
  return Array.from(candidates, ([definition, features]) => {
    const addends = { ...features };
    let score = 0;
    for (const name of NAMES) score += addends[name] = FEATURES[name][isPhrase] * features[name];
    return { definition, score, addends };
  });
}

/** The candidates for a term, with their features. */
export async function meaningFeatures(
  index: LibraryIndex,
  base: ConceptBase,
  term: string,
  field: string | null,
  { near = [], place = NOWHERE }: Hints = {},
): Promise<Map<number, Features>> {
  const key = normalForm(term);
  const words = key === '' ? [] : key.split(' ');
  const modules = field === null ? [] : modulesOfField(field);
  const candidates = new Candidates();
  if (key !== '') await addSearches(index, base, { term, field, modules }, candidates);
  for (const [at, definition] of near.entries()) candidates.raise(definition, 'near', 1 / (1 + at));
  for (const name of [key, ...synonymsOf(key).map(normalForm)])
    for (const { definition, weight, origin } of base.meanings(name)) {
      candidates.raise(definition, 'meaning', weight);
      if (origin === 'user') candidates.raise(definition, 'isDecided', 1);
    }
  for (const name of spellings()
    .withKey(key)
    .flatMap(({ names }) => names)) {
    const definition = base.numberOf(name);
    if (definition !== null) candidates.raise(definition, 'spelling', 1);
  }
  for (const part of phrasesOf(term, MAX_CONCEPT_WORDS)) {
    const meanings = part.key === key ? [] : base.meanings(part.key);
    if (meanings.length > MAX_PART_MEANINGS) continue;
    for (const { definition, weight } of meanings)
      candidates.raise(definition, 'meaning', (0.3 * weight * part.words) / words.length);
  }
  const probabilities = meaningsOfText(base, term);
  for (const [definition, probability] of probabilities) {
    // Most definitions that the table knows for a word are only companions.
    if (probability > MIN_PROBABILITY) candidates.add(definition);
  }
  for (const { definition, probability } of base.translations(key))
    candidates.raise(definition, 'exactTranslation', probability);
  const asked = normalForm(`${term} ${field ?? ''}`).split(' ');
  if (!asked.includes(ADDITIVE)) candidates.markRarerVersions(base);
  for (const definition of base.excluded(key)) candidates.features.delete(definition);
  for (const [number, features] of candidates.features) {
    const definition = base.definition(number);
    const probability = probabilities.get(number) ?? 0;
    Object.assign(features, comparison(definition, words), {
      isOfFile:
        place.fields.size > 0 && fieldsOfModule(definition.module).some((each) => place.fields.has(each)) ? 1 : 0,
      isInField: modules.some((module) => isWithin(definition.module, module)) ? 1 : 0,
      specificTranslation: specific(probability, definition),
    });
    const isMeaning = features.head + features.meaning + features.spelling > 0;
    features.isOpen = isMeaning && place.spaces.has(namespaceOf(definition.name)) ? 1 : 0;
    features.coveredTranslation = Math.max(features.exactTranslation, probability) * features.coverage;
  }
  return candidates.features;
}

function namespaceOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('.')));
}

class Candidates {
  readonly features = new Map<number, Features>();

  add(definition: number): Features {
    return getOrAdd(this.features, definition, () => Object.fromEntries(NAMES.map((name) => [name, 0])) as Features);
  }

  raise(definition: number, feature: keyof Features, value: number): void {
    const features = this.add(definition);
    features[feature] = Math.max(features[feature], value);
  }

  /** Marks the less used one of an additive and a multiplicative version that are both candidates. */
  markRarerVersions(base: ConceptBase): void {
    for (const [number, features] of this.features) {
      const definition = base.definition(number);
      const original = definition.generatedFrom === null ? null : base.numberOf(definition.generatedFrom);
      const other = original === null ? undefined : this.features.get(original);
      if (original === null || other === undefined) continue;
      const rarer = base.definition(original).statements < definition.statements ? other : features;
      rarer.isRarerVersion = -1;
    }
  }
}

async function addSearches(
  index: LibraryIndex,
  base: ConceptBase,
  { term, field, modules }: { term: string; field: string | null; modules: readonly string[] },
  candidates: Candidates,
): Promise<void> {
  const options = { as: 'text', limit: SEARCHED, explain: false, fold: false } as const;
  const asked = term.replaceAll(NOUN_OF_PARTICIPLE, '$1');
  const topic = field === null ? {} : { topic: field };
  const { hits } = await searchLibrary(index, asked, {
    ...options,
    filters: { kind: [...DEFINITION_KINDS] },
    ...topic,
  });
  const rows = rowsInField(index, base, modules);
  const inField =
    rows.size === 0
      ? []
      : (await searchLibrary(index, asked, { ...options, filters: {}, only: (id) => rows.has(id) })).hits;
  for (const [list, place, score] of [
    [hits, 'search', 'searchScore'],
    [inField, 'fieldSearch', 'fieldSearchScore'],
  ] as const) {
    for (const [i, hit] of list.entries()) {
      const definition = base.numberOf(hit.row.name);
      if (definition === null) continue;
      candidates.raise(definition, place, 1 / (1 + i));
      candidates.raise(definition, score, list[0]!.score > 0 ? hit.score / list[0]!.score : 0);
    }
  }
}

/** The features that compare the definition's words with the term's. */
function comparison({ kind, statements, words: stored }: Definition, words: readonly string[]): Partial<Features> {
  const { name, module, text, longLast } = readDefinitionWords(stored);
  const hasHead = words.length > 0 && longLast.has(words.at(-1)!);
  return {
    coverage: share(words, new Set([...name, ...module, ...text])),
    statements: Math.log1p(statements) / 10,
    shortName: -name.length / 10,
    head: hasHead ? 1 : 0,
    nameIsHead: hasHead && longLast.size === 1 ? 1 : 0,
    lastPrecision: share([...longLast], new Set(words)),
    isType: TYPES.has(kind) ? 1 : 0,
  };
}

/** Lowers the probability of definitions with many texts: a phrase of a text names them less often. */
export function specific(probability: number, { texts }: Definition): number {
  return probability / (1 + 0.2 * Math.log(1 + texts));
}

function share(words: readonly string[], within: ReadonlySet<string>): number {
  return words.length === 0 ? 0 : words.filter((word) => within.has(word)).length / words.length;
}

/** Rows of the index with the definitions of these modules and those below them. */
function rowsInField(index: LibraryIndex, base: ConceptBase, modules: readonly string[]): Set<number> {
  const isCurrent = index.meta('digest') === base.meta('index_digest');
  const rows = new Set<number>();
  for (const { name, row } of modules.flatMap((module) => base.definitionsIn(module))) {
    if (isCurrent) rows.add(row);
    else for (const id of index.idsByName(name)) rows.add(id);
  }
  return rows;
}

function isWithin(module: string, prefix: string): boolean {
  return module === prefix || module.startsWith(`${prefix}.`);
}
