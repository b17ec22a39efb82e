/** What the phrases of a text stand for, by the translation table. */
import type { ConceptBase } from '../../concepts/open-base.ts';
import { isGeneric } from './generic-words.ts';
import { keysOf, MAX_TRANSLATED_WORDS } from './normal-form.ts';

/** No single phrase makes a definition certain. */
export const MAX_PROBABILITY = 0.95;

/**
 * By number of the definition, the probability that the text needs it: 1 − Π (1 − t(definition | phrase)) over the
 * distinct phrases of the text (noisy-or).
 */
export function meaningsOfText(base: ConceptBase, text: string): Map<number, number> {
  const missing = new Map<number, number>();
  const keys = keysOf(text, MAX_TRANSLATED_WORDS);
  for (const key of keys) {
    // In a longer text such a word says nothing.
    if (keys.size > 1 && isGeneric(key)) continue;
    for (const { definition, probability } of base.translations(key))
      missing.set(definition, (missing.get(definition) ?? 1) * (1 - Math.min(MAX_PROBABILITY, probability)));
  }
  return new Map(Array.from(missing, ([definition, rest]) => [definition, 1 - rest]));
}
