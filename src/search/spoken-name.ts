/** A law as it is spoken, put into the parts of its name: 'commutativity of addition' → `comm add`. */

/** Words that the names of Mathlib shorten, and what they are shortened to. */
const PARTS = new Map<string, string>(
  [
    'comm commutative commutativity commutes',
    'assoc associative associativity',
    'symm symmetric symmetry',
    'refl reflexive reflexivity',
    'trans transitive transitivity',
    'antisymm antisymmetric antisymmetry',
    'inj injective injectivity',
    'mono monotone monotonicity',
    'distrib distributive distributivity',
    'cancel cancellation',
    'add addition',
    'mul multiplication',
    'sub subtraction',
    'neg negation',
    'div division',
    'inv inverse inversion',
    'pow power exponentiation',
    'dvd divides divisibility',
    'comp composition',
    'inter intersection',
    'compl complement',
    'deriv derivative',
    'le inequality',
    'dist distance',
    'card cardinality',
    'det determinant',

    'exp exponential',
    'log logarithm',
  ].flatMap((family) => {
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
  if (!words.some((word) => PARTS.has(word))) return null;
  const parts = new Set(words.filter((word) => !UNSAID.has(word)).map((word) => PARTS.get(word) ?? word));
  return parts.size < 2 || parts.size > MOST_PARTS ? null : [...parts].join(' ');
}
