/** Extracts the fillings of an original's holes from a completed file. */
import { readCommands } from '../../lean/commands.ts';
import { tokenise } from '../../lean/lexer.ts';
import type { Hole } from '../hole/holes.ts';

export interface Filling {
  /** Without the commands after it. */
  text: string;
  /** The offset of the first command between this hole and the text of the original after it; null if not found. */
  further: number | null;
}

/**
 * The fillings of `holes`, in order; null if any other text of `original` is changed in `text`. The text between holes is
 * matched at its first occurrence. A different match would not matter to a search for forbidden words.
 */
export function fillingsIn(text: string, original: string, holes: readonly Hole[]): Filling[] | null {
  const between = [0, ...holes.map(({ end }) => end)].map((from, at) => original.slice(from, holes[at]?.start));
  const [first = '', ...rest] = between;
  if (holes.length === 0 || !text.startsWith(first)) return null;
  const fillings: Filling[] = [];
  let at = first.length;
  for (const [number, piece] of rest.entries()) {
    const isLast = number === rest.length - 1;
    const next = isLast ? text.length - piece.length : text.indexOf(piece, at);
    if (next < at || !text.startsWith(piece, next)) return null;
    fillings.push(fillingOf(text.slice(at, next), at));
    at = next + piece.length;
  }
  return fillings;
}

function fillingOf(inHole: string, start: number): Filling {
  const before = 'example := ';
  const tokens = tokenise(before + inHole, []);
  const further = readCommands(tokens)[1];
  if (further === undefined) return { text: inHole, further: null };
  const length = tokens.start(further.from) - before.length;
  return { text: inHole.slice(0, length), further: start + length };
}

/** The 1-based line of `text` at which it first differs from `original` outside `holes`; null if it does not differ. */
export function firstDifferenceOutside(text: string, original: string, holes: readonly Hole[]): number | null {
  if (text === original) return null;
  const fillings = fillingsIn(text, original, holes);
  if (fillings !== null) {
    const further = fillings.find((filling) => filling.further !== null)?.further ?? null;
    return further === null ? null : text.slice(0, further).split('\n').length;
  }
  const before = original.slice(0, holes[0]?.start).split('\n');
  const lines = text.split('\n');
  // The line of the first hole continues with the filling.
  const complete = holes.length === 0 ? before : before.slice(0, -1);
  const at = complete.findIndex((line, index) => lines[index] !== line);
  return at < 0 ? complete.length + 1 : at + 1;
}
