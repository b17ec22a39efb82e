/**
 * Which definitions a whole statement in words needs: by the translation table, the phrases that name them, and the
 * glossary; then what statements about these also name. The points of the glossary were chosen on miniF2F, those of
 * companions on docstrings of theorems that the table had not seen and on miniF2F, the others as in the prototype of
 * the specification.
 */
import { getOrAdd } from '../../base/memoize.ts';
import type { ConceptBase } from '../../concepts/open-base.ts';
import { cues } from './cues.ts';
import { isGeneric } from './generic-words.ts';
import { acceptedPhrases, MAX_CONCEPT_WORDS, normalForm, type Phrase } from './normal-form.ts';
import { readDefinitionWords } from './definition-words.ts';
import { specific } from './rank-meanings.ts';
import { spellings } from './spellings.ts';
import { MAX_PROBABILITY, meaningsOfText } from './text-meanings.ts';

/** A definition for a text. `score` orders the definitions of one text. */
export interface RankedDefinition {
  definition: number;
  score: number;
  /** The probability by the translation table. */
  probability: number;
  /** The words of the text that name it; null if only the table found it. */
  phrase: string | null;
}

/** Definitions taken of one phrase. */
const PER_PHRASE = 3;
const PHRASE_POINTS = 0.5;
const PHRASE_DECAY = 0.1;
/** Not measured: as much as a phrase. */
const NEAR_POINTS = 0.5;
const SPELLING_POINTS = 0.5;
const CUE_POINTS = 0.6;
/** Definitions whose companions count. */
const ACCOMPANIED = 10;
const COMPANION_POINTS = 0.6;
/** No companion comes before so many of the definitions that the text itself gives. */
const BEFORE_COMPANIONS = 3;
/** Share of classes in the words of a text up to which companions do not count, and from which they count fully. */
const CLASS_SHARE = [0.2, 0.45] as const;

/** The concepts that a text names, in the order of the text: the longest phrases that the base knows. */
export function namedConcepts(base: ConceptBase, text: string): Phrase[] {
  const seen = new Set<string>();
  return acceptedPhrases(text, MAX_CONCEPT_WORDS, (key) => !isGeneric(key) && base.concept(key) !== null).filter(
    ({ key }) => !seen.has(key) && seen.add(key),
  );
}

/** Which sources of a ranking count: all of them, except to measure what each one gives. */
export interface RankingSources {
  table: boolean;
  phrases: boolean;
  glossary: boolean;
  companions: boolean;
}

const ALL_SOURCES: RankingSources = { table: true, phrases: true, glossary: true, companions: true };

/** All definitions with a score above zero, best first. `near`: what vectors find, nearest first. */
export function rankDefinitions(
  base: ConceptBase,
  text: string,
  sources = ALL_SOURCES,
  near: readonly number[] = [],
): RankedDefinition[] {
  const ranked = new Map<number, RankedDefinition>();
  const add = (definition: number, points: number, phrase: string | null) => {
    const known = getOrAdd(ranked, definition, () => ({ definition, score: 0, probability: 0, phrase }));
    known.score += points;
    known.phrase = phrase ?? known.phrase;
  };
  if (sources.table) for (const each of byTable(base, text)) ranked.set(each.definition, each);
  if (sources.phrases) {
    for (const [place, { definition, phrase }] of byPhrases(base, text).entries())
      add(definition, PHRASE_POINTS / (1 + PHRASE_DECAY * place), phrase.surface);
  }
  if (sources.glossary) {
    for (const { name, points, surface } of byGlossary(text)) {
      const definition = base.numberOf(name);
      if (definition !== null) add(definition, points, surface);
    }
  }
  for (const [place, definition] of near.entries()) add(definition, NEAR_POINTS / (1 + PHRASE_DECAY * place), null);
  const given = bestFirst(ranked);
  if (!sources.companions) return given;
  const [last] = given.slice(0, BEFORE_COMPANIONS).slice(-1);
  for (const [definition, probability] of companionsOf(base, given)) {
    const known = getOrAdd(ranked, definition, () => ({ definition, score: 0, probability: 0, phrase: null }));
    known.score = Math.max(known.score, Math.min(known.score + COMPANION_POINTS * probability, last!.score));
  }
  // Among equals, what the text itself gives comes first.
  const places = new Map(given.map(({ definition }, place) => [definition, place]));
  const placeOf = ({ definition }: RankedDefinition): number => places.get(definition) ?? given.length;
  return [...ranked.values()].sort(
    (a, b) => b.score - a.score || placeOf(a) - placeOf(b) || a.definition - b.definition,
  );
}

function bestFirst(ranked: ReadonlyMap<number, RankedDefinition>): RankedDefinition[] {
  return [...ranked.values()].sort((a, b) => b.score - a.score || a.definition - b.definition);
}

/**
 * The companions of the best definitions with their probability (noisy-or), less if few of these are classes: a text
 * about a module also needs the group of its elements, a text about real numbers nothing more.
 */
function companionsOf(base: ConceptBase, given: readonly RankedDefinition[]): Map<number, number> {
  const best = given.slice(0, ACCOMPANIED);
  const all = best.reduce((sum, { score }) => sum + score, 0);
  const classes = best.filter(({ definition }) => base.definition(definition).kind === 'class');
  const share = classes.reduce((sum, { score }) => sum + score, 0) / all;
  const [none, full] = CLASS_SHARE;
  const factor = Math.min(1, (share - none) / (full - none));
  const missing = new Map<number, number>();
  if (!(factor > 0)) return missing;
  for (const { definition, score } of best) {
    const certainty = score / best[0]!.score;
    for (const companion of base.companions(definition)) {
      const rest = missing.get(companion.definition) ?? 1;
      missing.set(companion.definition, rest * (1 - Math.min(MAX_PROBABILITY, companion.probability * certainty)));
    }
  }
  return new Map(Array.from(missing, ([definition, rest]) => [definition, factor * (1 - rest)]));
}

/** By the translation table: a specific definition first. The best one has 1 point. */
function byTable(base: ConceptBase, text: string): RankedDefinition[] {
  const found = Array.from(meaningsOfText(base, text), ([definition, probability]) => ({
    definition,
    score: specific(probability, base.definition(definition)),
    probability,
    phrase: null,
  }));
  const best = found.reduce((most, { score }) => Math.max(most, score), 0);
  return found.map((each) => ({ ...each, score: each.score / best }));
}

/** Terms that are written otherwise, and words of applied problems: of each, the first name counts most. */
function byGlossary(text: string): { name: string; points: number; surface: string }[] {
  const found = [
    ...spellings()
      .inText(text)
      .map(({ row, surface }) => ({ names: row.names, surface, most: SPELLING_POINTS })),
    ...cues()
      .inText(text)
      .map(({ row, surface }) => ({ names: row.names, surface, most: CUE_POINTS })),
  ];
  return found.flatMap(({ names, surface, most }) =>
    names.map((name, place) => ({ name, surface, points: most / (1 + place) })),
  );
}

/** The best definitions of each concept that the text names, best first. */
function byPhrases(base: ConceptBase, text: string): { definition: number; phrase: Phrase }[] {
  const words = new Set(normalForm(text).split(' '));
  const found = new Map<number, { definition: number; phrase: Phrase; score: number }>();
  for (const phrase of namedConcepts(base, text)) {
    const meanings = base
      .meanings(phrase.key)
      .map(({ definition, weight }) => ({ definition, score: weight + priorOf(base, definition, words) }))
      .sort((a, b) => b.score - a.score || a.definition - b.definition);
    for (const [place, { definition, score }] of meanings.slice(0, PER_PHRASE).entries()) {
      const own = score + 0.3 * (phrase.words - 1) - 0.5 * place;
      if (own > (found.get(definition)?.score ?? -Infinity)) found.set(definition, { definition, phrase, score: own });
    }
  }
  return [...found.values()].sort((a, b) => b.score - a.score || a.definition - b.definition);
}

/** Prefers what is used much, has a short name, and is about what the text is about. */
function priorOf(base: ConceptBase, definition: number, words: ReadonlySet<string>): number {
  const { name, kind, statements, words: stored } = base.definition(definition);
  const about = readDefinitionWords(stored);
  const place = new Set([...about.module, ...about.name]);
  const shared = [...place].filter((word) => words.has(word)).length;
  return (
    0.5 * Math.log1p(statements) -
    0.3 * (name.split('.').length - 1) -
    0.1 * about.name.length +
    (0.5 * shared) / Math.sqrt(1 + place.size) +
    (kind === 'class' || kind === 'structure' ? 0.2 : 0)
  );
}
