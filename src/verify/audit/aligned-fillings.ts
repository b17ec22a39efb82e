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
