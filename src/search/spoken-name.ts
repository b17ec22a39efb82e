/** A law as it is spoken, put into the parts of its name: 'commutativity of addition' → `comm add`. */
import { SAME, SHORTENED } from './word-families.ts';

/** By word: the part of a name that is short for it. */
const PARTS = new Map<string, string>(
  [...SAME, ...SHORTENED].flatMap((family) => {
    const [part = '', ...spoken] = family.split(' ');
    return spoken.map((word) => [word, part] as const);
  }),
);

/** What a name leaves out. */
const UNSAID = new Set(
  'a an and are for functions function in is it its law of on over property that the to two'.split(' '),
);

const MOST_PARTS = 4;

/** Null where no word is one that names shorten, or too much is said for a name. */
export function spokenName(query: string): string | null {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const said = words.filter((word) => !UNSAID.has(word)).map((word) => ({ word, part: PARTS.get(word) }));
  if (said.every(({ part }) => part === undefined)) return null;
  const parts = new Set(said.map(({ word, part }) => part ?? word));
  return parts.size < 2 || parts.size > MOST_PARTS ? null : [...parts].join(' ');
}
