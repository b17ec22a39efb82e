/** Extracts the fillings of an original's holes from a completed file. */
import type { Hole } from '../hole/holes.ts';

/**
 * The texts in place of `holes`, in order; null if any other text of `original` is changed in `text`. The text between
 * holes is matched at its first occurrence. A different match would not matter to a search for forbidden words.
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

/** The 1-based line of `text` at which it first differs from `original` outside `holes`; null if it does not differ. */
export function firstDifferenceOutside(text: string, original: string, holes: readonly Hole[]): number | null {
  if (text === original || fillingsIn(text, original, holes) !== null) return null;
  const before = original.slice(0, holes[0]?.start).split('\n');
  const lines = text.split('\n');
  // The line of the first hole continues with the filling.
  const complete = holes.length === 0 ? before : before.slice(0, -1);
  const at = complete.findIndex((line, index) => lines[index] !== line);
  return at < 0 ? complete.length + 1 : at + 1;
}
