/** Translates a law in words into the parts of its name: 'commutativity of addition' → `comm add`. */
import { wordSet } from '../base/words.ts';
import { SAME, SHORTENED } from './word-families.ts';

/** Name part by the word that it abbreviates. */
const PARTS = new Map<string, string>(
  [...SAME, ...SHORTENED].flatMap((family) => {
    const [part = '', ...words] = family.split(' ');
    return words.map((word) => [word, part] as const);
  }),
);

/** Words that names omit. */
const OMITTED = wordSet('a an and are for functions function in is it its law of on over property that the to two');

const MAX_PARTS = 4;

/** Returns null if names abbreviate none of the words, or if there are too many or too few parts for a name. */
export function nameFromPhrase(query: string): string | null {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const translated = words.filter((word) => !OMITTED.has(word)).map((word) => ({ word, part: PARTS.get(word) }));
  if (translated.every(({ part }) => part === undefined)) return null;
  const parts = new Set(translated.map(({ word, part }) => part ?? word));
  return parts.size < 2 || parts.size > MAX_PARTS ? null : [...parts].join(' ');
}
