/** What stands in the holes of an original, told from a file that was made of it elsewhere. */
import type { Hole } from '../hole/holes.ts';

/**
 * The texts in the places of `holes`, in order, where all other text of `original` is in `text` unchanged; null where it
 * is not. Between holes the first fit is taken: which one it was does not matter to who looks for forbidden words.
 */
export function fillingsIn(text: string, original: string, holes: readonly Hole[]): string[] | null {
  const between = [0, ...holes.map(({ end }) => end)].map((from, at) => original.slice(from, holes[at]?.start));
  const [first = '', ...rest] = between;
  if (holes.length === 0 || !text.startsWith(first)) return null;
  const fillings: string[] = [];
  let at = first.length;
  for (const [number, piece] of rest.entries()) {
    const isLast = number === rest.length - 1;
    const next = isLast ? text.length - piece.length : text.indexOf(piece, at);
    if (next < at || !text.startsWith(piece, next)) return null;
    fillings.push(text.slice(at, next));
    at = next + piece.length;
  }
  return fillings;
}

/** 1-based line of `text` at which it first differs from `original` outside of `holes`; null where it does not differ. */
export function firstDifferenceOutside(text: string, original: string, holes: readonly Hole[]): number | null {
  if (text === original || fillingsIn(text, original, holes) !== null) return null;
  const before = original.slice(0, holes[0]?.start).split('\n');
  const lines = text.split('\n');
  // The line of the first hole goes on with what was filled in.
  const whole = holes.length === 0 ? before : before.slice(0, -1);
  const at = whole.findIndex((line, index) => lines[index] !== line);
  return at < 0 ? whole.length + 1 : at + 1;
}
