/** The words of a Lean name, and what they stand for. */
import { words } from '../../base/words.ts';
import { splitIdentifier } from '../../index/words/split-identifier.ts';
import { SAME } from '../word-families.ts';

/** What abbreviations in names stand for, besides the families of synonyms. */
const LONG_FORMS = new Map<string, string>([
  ...SAME.map((family) => words(family).slice(0, 2) as [string, string]),
  ['ker', 'kernel'],
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

/** `ker` → `kernel`; other words are unchanged. */
export function longForm(word: string): string {
  return LONG_FORMS.get(word) ?? word;
}

/** `IsTopologicalBasis` → `topological`, `basis`. */
export function wordsOfName(part: string): string[] {
  const found = part.split('_').flatMap(splitIdentifier);
  return found.length > 1 && found[0] === 'is' ? found.slice(1) : found;
}
