/** Reduces English words to stems: Porter's algorithm of 1980, with irregular plurals in mathematics. */
import { words, wordTable } from '../../base/words.ts';

const IRREGULAR = wordTable(`
  bases basis, matrices matrix, vertices vertex, indices index, simplices simplex, sheaves sheaf, presheaves presheaf,
  cosheaves cosheaf, automata automaton, spectra spectrum, criteria criterion, formulae formula, maxima maximum,
  minima minimum, extrema extremum, suprema supremum, infima infimum, moduli modulus, radii radius, tori torus,
  loci locus, calculi calculus, topoi topos, axes axis, halves half, leaves leaf, lemmata lemma, schemata schema,
  apices apex, nuclei nucleus, polyhedra polyhedron, hypotheses hypothesis, analyses analysis, codomains codomain`);

const BRITISH_WORDS = wordTable(`
  centre center, centres center, centred centered, fibre fiber, fibres fiber, neighbourhood neighborhood,
  neighbourhoods neighborhood, neighbour neighbor, neighbours neighbor, colour color, colours color, coloured colored,
  colouring coloring, colourings coloring, colourable colorable, behaviour behavior, metre meter, analyse analyze,
  labelled labeled, modelled modeled`);

const KNOWN_WORDS = new Map([...IRREGULAR, ...BRITISH_WORDS]);

/** `factorise`, `normalisation`: -ise for -ize. */
const BRITISH = /((?:al|er|or|im|in|ol|on|at)i)s(e|es|ed|ing|ation|ations|able|er)$/;

const STEP_2 = wordTable(`
  ational ate, tional tion, enci ence, anci ance, izer ize, abli able, alli al, entli ent, eli e, ousli ous,
  ization ize, ation ate, ator ate, alism al, iveness ive, fulness ful, ousness ous, aliti al, iviti ive, biliti ble`);

const STEP_3 = wordTable('icate ic, ative, alize al, iciti ic, ical ic, ful, ness');

const STEP_4 = words('ement ance ence able ible ment ant ent ism ate iti ous ive ize al er ic ou');

/** The stem of a lower-case word. Words of up to two letters, or with characters other than a to z, are unchanged. */
export function stem(word: string): string {
  if (word.length <= 2 || !isLowerAscii(word)) return word;
  const regular = KNOWN_WORDS.get(word) ?? word.replace(BRITISH, '$1z$2');
  return finalE(derivations(inflections(regular)));
}

function isLowerAscii(word: string): boolean {
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i);
    if (code < 97 || code > 122) return false;
  }
  return true;
}

/** Steps 1a to 1c: plurals, -ed, -ing, final y. */
function inflections(word: string): string {
  let w = word;
  if (w.endsWith('sses') || w.endsWith('ies')) w = w.slice(0, -2);
  else if (w.length > 3 && w.endsWith('s') && !w.endsWith('ss')) w = w.slice(0, -1);

  if (w.endsWith('eed')) {
    if (measure(w, w.length - 3) > 0) w = w.slice(0, -1);
  } else if (w.endsWith('ed') && hasVowel(w, w.length - 2)) w = afterParticiple(w.slice(0, -2));
  else if (w.endsWith('ing') && hasVowel(w, w.length - 3)) w = afterParticiple(w.slice(0, -3));

  return w.endsWith('y') && hasVowel(w, w.length - 1) ? `${w.slice(0, -1)}i` : w;
}

function afterParticiple(w: string): string {
  if (w.endsWith('at') || w.endsWith('bl') || w.endsWith('iz')) return `${w}e`;
  if (endsWithDouble(w) && !/[lsz]$/.test(w)) return w.slice(0, -1);
  return measure(w, w.length) === 1 && endsWithShort(w, w.length) ? `${w}e` : w;
}

/** Steps 2 to 4: derived nouns, adjectives, adverbs. */
function derivations(word: string): string {
  let w = replaceSuffix(replaceSuffix(word, STEP_2), STEP_3);
  const suffix = STEP_4.find((ending) => w.endsWith(ending));
  if (suffix !== undefined) {
    if (measure(w, w.length - suffix.length) > 1) w = w.slice(0, -suffix.length);
  } else if (/[st]ion$/.test(w) && measure(w, w.length - 3) > 1) w = w.slice(0, -3);
  return w;
}

function replaceSuffix(w: string, rules: ReadonlyMap<string, string>): string {
  for (const [from, to] of rules) {
    if (w.endsWith(from)) return measure(w, w.length - from.length) > 0 ? w.slice(0, -from.length) + to : w;
  }
  return w;
}

/** Step 5. */
function finalE(word: string): string {
  let w = word;
  if (w.endsWith('e')) {
    const m = measure(w, w.length - 1);
    if (m > 1 || (m === 1 && !endsWithShort(w, w.length - 1))) w = w.slice(0, -1);
  }
  return w.endsWith('ll') && measure(w, w.length) > 1 ? w.slice(0, -1) : w;
}

function isConsonant(w: string, i: number): boolean {
  switch (w.charCodeAt(i)) {
    case 97:
    case 101:
    case 105:
    case 111:
    case 117:
      return false;
    case 121:
      return i === 0 || !isConsonant(w, i - 1);
    default:
      return true;
  }
}

/** Porter's m: how often a consonant follows a vowel in the first `length` letters. */
function measure(w: string, length: number): number {
  let count = 0;
  let afterVowel = false;
  for (let i = 0; i < length; i++) {
    const consonant = isConsonant(w, i);
    if (consonant && afterVowel) count++;
    afterVowel = !consonant;
  }
  return count;
}

function hasVowel(w: string, length: number): boolean {
  for (let i = 0; i < length; i++) if (!isConsonant(w, i)) return true;
  return false;
}

function endsWithDouble(w: string): boolean {
  const last = w.length - 1;
  return last > 0 && w[last] === w[last - 1] && isConsonant(w, last);
}

/** Consonant, vowel, consonant other than w, x, y at the end of the first `length` letters. */
function endsWithShort(w: string, length: number): boolean {
  const last = length - 1;
  return (
    last >= 2 &&
    isConsonant(w, last) &&
    !isConsonant(w, last - 1) &&
    isConsonant(w, last - 2) &&
    !'wxy'.includes(w[last]!)
  );
}
