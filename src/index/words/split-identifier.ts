/** Splits a run of letters and digits between the dots and underscores of a Lean name into words. */
import { keyByWord, wordSet } from '../../base/words.ts';

/** Names whose capitals do not mark the starts of words. */
const UNSPLIT = wordSet('ENNReal NNReal NNRat');

/** Lower-case names that contain another useful search word. */
const CONTAINED = keyByWord({
  sum: 'tsum finsum',
  prod: 'tprod finprod',
  integral: 'lintegral',
  subset: 'ssubset',
  rank: 'finrank',
  norm: 'nnnorm enorm',
  deriv: 'fderiv mfderiv',
});

const DIGITS = ['zero', 'one', 'two', 'three'];

/**
 * Splits `isCompact₂`, `ENNReal`, `T2Space`, `iSup`, `Hölder` into lower-case words: `is compact two`, `ennreal`,
 * `t2 space`, `isup sup`, `holder`. A single letter is not a word; it is joined to what follows it.
 */
export function splitIdentifier(segment: string): string[] {
  if (UNSPLIT.has(segment)) return [segment.toLowerCase()];
  if (isIndexedVariable(segment)) return [];
  const pieces = camelPieces(foldLetters(segment));
  const words: string[] = [];
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i]!;
    const next = pieces[i + 1];
    const word = piece.toLowerCase();
    if (isDigit(piece)) words.push(DIGITS[Number(piece)] ?? piece);
    else if (piece.length > 1) {
      words.push(word);
      const contained = CONTAINED.get(word);
      if (contained !== undefined) words.push(contained);
    } else if (next !== undefined) {
      words.push(word + next.toLowerCase());
      if (isDigit(next)) i++;
    }
  }
  return words;
}

/** `x₁`, `h₁₂`: a small letter with subscripts only. `T₂` is an axiom of separation, `map₂` a word. */
function isIndexedVariable(segment: string): boolean {
  if (segment.length < 2 || letterCase(segment, 0) !== LOWER) return false;
  for (let i = 1; i < segment.length; i++) if (!isSubscript(segment.charCodeAt(i))) return false;
  return true;
}

function isSubscript(code: number): boolean {
  return code >= 0x2080 && code <= 0x2089;
}

/** Removes accents, and maps characters that look Latin or like digits (`𝓤`, `ℒ`, `₂`) to those. */
function foldLetters(text: string): string {
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) >= 128) return text.normalize('NFKD').replace(/\p{M}+/gu, '');
  }
  return text;
}

function isDigit(piece: string): boolean {
  return piece.charCodeAt(0) <= 57;
}

/** `ENNRealSpace2` → `ENN Real Space 2`; letters other than A to z separate the pieces. */
function camelPieces(text: string): string[] {
  const pieces: string[] = [];
  let i = 0;
  while (i < text.length) {
    const start = i;
    const first = letterCase(text, i);
    if (first === 0) {
      i++;
      continue;
    }
    while (letterCase(text, i) === first) i++;
    if (first === UPPER && letterCase(text, i) === LOWER) {
      if (i - start > 1) i--;
      else while (letterCase(text, i) === LOWER) i++;
    }
    pieces.push(text.slice(start, i));
  }
  return pieces;
}

const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;

function letterCase(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code >= 97 && code <= 122) return LOWER;
  if (code >= 65 && code <= 90) return UPPER;
  return code >= 48 && code <= 57 ? DIGIT : 0;
}
