/**
 * A Lean file with marked holes: `⟪ ⟫` encloses a hole in term position, `⟦ ⟧` one in tactic position. In a seed, a
 * hole contains alternatives separated by `¦`: first the text of the original, then honest fillings.
 */

/** One marked hole. The offsets include the marks. */
export interface MarkedHole {
  position: 'term' | 'tactic';
  start: number;
  end: number;
  /** Text between the marks. */
  filling: string;
}

const HOLE = /⟪([^⟪⟫]*)⟫|⟦([^⟦⟧]*)⟧/g;
const BETWEEN = /\s*¦\s*/;

/** All marked holes in text order. */
export function markedHoles(marked: string): MarkedHole[] {
  return Array.from(marked.matchAll(HOLE), (match) => ({
    position: match[0].startsWith('⟪') ? ('term' as const) : ('tactic' as const),
    start: match.index,
    end: match.index + match[0].length,
    filling: match[1] ?? match[2] ?? '',
  }));
}

/** Replaces each filling by the result of `choose`; keeps the marks. */
export function refilled(marked: string, choose: (filling: string, at: number) => string): string {
  let number = 0;
  return marked.replaceAll(HOLE, (whole) => {
    return `${whole.slice(0, 1)}${choose(whole.slice(1, -1), number++)}${whole.slice(-1)}`;
  });
}

/** The text as Lean reads it. */
export function withoutMarks(marked: string): string {
  return marked.replaceAll(/[⟪⟫⟦⟧]/g, '');
}

/** The alternatives of a seed's hole: first the original's text, then the fillings. */
export function alternatives(filling: string): string[] {
  return filling.split(BETWEEN);
}
