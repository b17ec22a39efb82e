/** Which definitions a whole statement in words needs: the translation table and the phrases it names, together. */
import type { ConceptBase } from '../../concepts/open-base.ts';
import { isGeneric } from './generic-words.ts';
import { acceptedPhrases, normalForm, type Phrase } from './normal-form.ts';
import { readDefinitionWords } from './definition-words.ts';
import { specific } from './rank-meanings.ts';
import { meaningsOfText } from './text-meanings.ts';

/** A definition for a text. `score` orders the definitions of one text. */
export interface RankedDefinition {
  definition: number;
  score: number;
  /** The probability by the translation table. */
  probability: number;
  /** The phrase of the text that names it; null if only the table found it. */
  phrase: Phrase | null;
}

const MAX_WORDS = 5;
/** Definitions taken of one phrase. */
const PER_PHRASE = 3;
const PHRASE_POINTS = 0.5;
const PHRASE_DECAY = 0.1;

/** The concepts that a text names, in the order of the text: the longest phrases that the base knows. */
export function namedConcepts(base: ConceptBase, text: string): Phrase[] {
  const seen = new Set<string>();
  return acceptedPhrases(text, MAX_WORDS, (key) => !isGeneric(key) && base.concept(key) !== null).filter(
    ({ key }) => !seen.has(key) && seen.add(key),
  );
}

/** All definitions with a score above zero, best first. */
export function rankDefinitions(base: ConceptBase, text: string): RankedDefinition[] {
  const probabilities = meaningsOfText(base, text);
  const ranked = new Map<number, RankedDefinition>();
  let best = 0;
  for (const [definition, probability] of probabilities) {
    const score = specific(probability, base.definition(definition));
    best = Math.max(best, score);
    ranked.set(definition, { definition, score, probability, phrase: null });
  }
  for (const each of ranked.values()) each.score /= best;
  for (const [place, { definition, phrase }] of byPhrases(base, text).entries()) {
    const points = PHRASE_POINTS / (1 + PHRASE_DECAY * place);
    const known = ranked.get(definition);
    if (known === undefined) ranked.set(definition, { definition, score: points, probability: 0, phrase });
    else Object.assign(known, { score: known.score + points, phrase });
  }
  return [...ranked.values()].sort((a, b) => b.score - a.score || a.definition - b.definition);
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
