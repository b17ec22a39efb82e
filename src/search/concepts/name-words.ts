/** The words of a Lean name, and what they stand for. */
import { words, wordSet } from '../../base/words.ts';
import { stem } from '../../index/words/stem.ts';
import { splitIdentifier } from '../../index/words/split-identifier.ts';
import { SAME } from '../word-families.ts';

/** What abbreviations in names stand for, besides the families of synonyms. */
const LONG_FORMS = new Map<string, string>([
  ...SAME.map((family) => words(family).slice(0, 2) as [string, string]),
  ['ker', 'kernel'],
  ['int', 'integer'],
  ['rat', 'rational number'],
  ['finrank', 'finite rank'],
  ['fderiv', 'frechet derivative'],
  ['lin', 'linear'],
  ['quot', 'quotient'],
  ['gcd', 'greatest common divisor'],
  ['lcm', 'least common multiple'],
  ['sqrt', 'square root'],
  ['char', 'characteristic'],
  ['aff', 'affine'],
  ['ae', 'almost everywhere'],
  ['indep', 'independent'],
  ['nat', 'natural number'],
  ['real', 'real number'],
  ['complex', 'complex number'],
  ['poly', 'polynomial'],
  ['mat', 'matrix'],
  ['tr', 'trace'],
  ['lim', 'limit'],
  ['liminf', 'limit inferior'],
  ['limsup', 'limit superior'],
  ['sup', 'supremum'],
  ['inf', 'infimum'],
]);

/** Abbreviations that are also English words: only in names and formulas do they abbreviate. */
const ENGLISH = wordSet('choose end real complex nat max min fin le id mat tr lin inter add');

const stemsOf = (text: string) => words(text).map(stem);
const LONG_STEMS = new Map(Array.from(LONG_FORMS, ([short, long]) => [stem(short), stemsOf(long)]));
const LONG_STEMS_IN_PROSE = new Map(
  Array.from(LONG_FORMS)
    .filter(([short]) => !ENGLISH.has(short))
    .map(([short, long]) => [stem(short), stemsOf(long)]),
);

/** The stems of what a stem abbreviates: `ker` → `kernel`; others are unchanged. */
export function longStems(stemmed: string, isFormula: boolean): readonly string[] {
  return (isFormula ? LONG_STEMS : LONG_STEMS_IN_PROSE).get(stemmed) ?? [stemmed];
}

/** `ker` → `kernel`; other words are unchanged. */
export function longForm(word: string): string {
  return LONG_FORMS.get(word) ?? word;
}

/** `IsTopologicalBasis` → `topological`, `basis`. */
export function wordsOfName(part: string): string[] {
  const found = part.split('_').flatMap(splitIdentifier);
  return found.length > 1 && found[0] === 'is' ? found.slice(1) : found;
}
