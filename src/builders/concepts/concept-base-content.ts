/** Builds the concept base of an index, without a model: definitions, concepts, and what phrases mean. */
import type { Concept, CrossReference, NamedPhrase, Translation } from '../../concepts/definition.ts';
import { chosenText, type ModelRow } from '../../concepts/model-rows.ts';
import type { BaseContent } from '../../concepts/write-base.ts';
import { getOrAdd } from '../../base/memoize.ts';
import type { LibraryIndex } from '../../index/library-index.ts';
import type { ConceptDecision, NameDecision } from '../../library/concept-decisions.ts';
import { glossaryHash } from '../../index/words/glossary.ts';
import { definitionWords } from '../../search/concepts/definition-words.ts';
import { companionsOf } from './companions.ts';
import { conceptNames } from './concept-names.ts';
import { phrasesByKey } from './definition-phrases.ts';
import { readDefinitions, type SourceDefinition } from './definitions.ts';
import { readFiles } from './file-readings.ts';
import { namedDefinitions } from './named-definitions.ts';
import { trainTranslations } from './train-translations.ts';
import { translationPairs, type TitledNames } from './translation-pairs.ts';

/** A core concept occurs in at least this many texts, and one of its definitions has at least this probability. */
const CORE_TEXTS = 5;
const CORE_PROBABILITY = 0.05;
/** A person wrote the list for this purpose: it counts more than a definition's own name. */
const LIST_WEIGHT = 1.2;
/** The user has the last word. A meaning of weight 0 is none. */
const DECIDED_WEIGHT = 2;
/** A model's name for a definition counts less than what the library says. */
const MODEL_WEIGHT = 0.7;

export type BuildStage = 'files' | 'statements' | 'texts' | 'translations' | 'phrases';

/** Titles of curated lists, with the numbers of Wikidata that some lists give. */
export interface CuratedEntry extends TitledNames {
  external?: string | null;
}

/**
 * `lists`: entries of curated lists. `decisions`: of the user, applied last. `modelRows`: what models wrote. `onStage` is
 * called before each stage. `cachePath`: where readings of files are kept for the next build.
 */
export function conceptBaseContent(
  index: LibraryIndex,
  lists: readonly CuratedEntry[],
  decisions: readonly ConceptDecision[],
  onStage: (stage: BuildStage) => void = () => {},
  modelRows: readonly ModelRow[] = [],
  cachePath: string | null = null,
): BaseContent {
  onStage('files');
  const files = readFiles(index, cachePath);
  onStage('statements');
  const definitions = readDefinitions(index, files);
  const named = namedDefinitions(files, definitions);
  onStage('texts');
  const { pairs, keys, textsWith } = translationPairs(index, definitions, files, named, lists);
  for (const pair of pairs) for (const number of pair.definitions) definitions[number]!.texts++;
  onStage('translations');
  const table = trainTranslations(pairs, keys.length);
  const translations = new Map(keys.map((key, number) => [key, table[number]!]));
  onStage('phrases');
  return {
    definitions: described(definitions, modelRows),
    names: conceptNames([...decisions.filter((each) => 'other' in each), ...modelRows.flatMap(mergeOf)]),
    concepts: conceptsOf(definitions, { lists, decisions, modelRows }, translations, textsWith),
    references: [...files.flatMap(({ references }) => references), ...listReferences(lists)].sort(byName),
    translations,
    companions: companionsOf(named.flat(), definitions.length),
    modelRows,
    meta: { index_digest: index.meta('digest') ?? '', glossary: glossaryHash() },
  };
}

function listReferences(lists: readonly CuratedEntry[]): CrossReference[] {
  return lists.flatMap(({ names, external }) =>
    external === undefined || external === null
      ? []
      : names.map((name) => ({ name, source: 'wikidata', tag: external, note: '' }) as const),
  );
}

/** So that the file does not depend on the order of the files that were read. */
const byName = (a: CrossReference, b: CrossReference): number => (a.name < b.name ? -1 : Number(a.name > b.name));

type Meanings = Map<number, NamedPhrase & { definition: number }>;

function conceptsOf(
  definitions: readonly SourceDefinition[],
  {
    lists,
    decisions,
    modelRows,
  }: { lists: readonly TitledNames[]; decisions: readonly ConceptDecision[]; modelRows: readonly ModelRow[] },
  translations: ReadonlyMap<string, readonly Translation[]>,
  textsWith: (key: string) => number,
): BaseContent['concepts'] {
  const byKey = new Map<string, Meanings>();
  const addMeaning = (key: string, meaning: NamedPhrase & { definition: number }) => {
    const meanings = getOrAdd(byKey, key, (): Meanings => new Map());
    if (meaning.weight > (meanings.get(meaning.definition)?.weight ?? 0)) meanings.set(meaning.definition, meaning);
  };
  const add = (definition: number, phrases: readonly NamedPhrase[]) => {
    for (const [key, phrase] of phrasesByKey(phrases)) addMeaning(key, { ...phrase, definition });
  };
  for (const [definition, { phrases }] of definitions.entries())
    for (const [key, phrase, origin, weight] of phrases) addMeaning(key, { phrase, origin, weight, definition });
  const numbers = new Map(definitions.map(({ name }, number) => [name, number]));
  for (const { title, names } of lists) {
    for (const name of names) {
      const number = numbers.get(name);
      if (number !== undefined) add(number, [{ phrase: title, origin: 'list', weight: LIST_WEIGHT }]);
    }
  }
  for (const row of modelRows) {
    const number = numbers.get(row.definition);
    if (row.kind === 'extraction' && number !== undefined) add(number, extractedPhrases(row));
  }
  for (const { kind, key, phrase, name } of decisions.filter((each) => 'name' in each)) {
    const definition = numbers.get(name);
    if (definition === undefined) continue;
    const meanings = getOrAdd(byKey, key, (): Meanings => new Map());
    meanings.set(definition, { phrase, origin: 'user', weight: kind === 'means' ? DECIDED_WEIGHT : 0, definition });
  }
  return [...byKey]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, found]) => {
      const meanings = [...found.values()].sort((a, b) => b.weight - a.weight || a.definition - b.definition);
      return { ...conceptOf(key, meanings, textsWith(key), translations.get(key) ?? []), meanings };
    });
}

function mergeOf({ kind, concept: key, data }: ModelRow): NameDecision[] {
  return kind === 'merge' ? [{ kind: 'same as', key, phrase: data.phrase, other: data.other }] : [];
}

/** Only what a definition is; what it is about may be anything. */
function extractedPhrases({ data }: ModelRow<'extraction'>): NamedPhrase[] {
  const names = data.concepts.filter(({ role }) => role === 'is').flatMap(({ name, aliases }) => [name, ...aliases]);
  return names.map((phrase) => ({ phrase, origin: 'model', weight: MODEL_WEIGHT }));
}

function conceptOf(
  key: string,
  meanings: readonly NamedPhrase[],
  texts: number,
  translations: readonly Translation[],
): Concept {
  const isCore = texts >= CORE_TEXTS && (translations[0]?.probability ?? 0) >= CORE_PROBABILITY;
  return { key, name: nameOf(meanings), texts, isCore };
}

/** The shortest of the heaviest phrases: `in compact` and `compact` are one concept. */
function nameOf(meanings: readonly NamedPhrase[]): string {
  const names = meanings.map(({ phrase }) => phrase.replaceAll(/\s+/g, ' ').trim().toLowerCase());
  return names.reduce((best, name) => (name.length < best.length ? name : best));
}

function described(
  definitions: readonly SourceDefinition[],
  modelRows: readonly ModelRow[],
): BaseContent['definitions'] {
  const inOtherWords = new Map(
    modelRows.flatMap((row) => (row.kind === 'back-translation' ? [[row.definition, chosenText(row)?.text]] : [])),
  );
  return definitions.map((definition) => {
    const { name, module, type, annotation } = definition;
    const more = inOtherWords.get(name);
    if (more === undefined) return definition;
    return { ...definition, words: definitionWords(name, module, [annotation.text, type, more]) };
  });
}
