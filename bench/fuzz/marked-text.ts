/**
 * A Lean file in which the places of the holes are marked: `⟪ ⟫` around what stands in a hole where a term is wanted,
 * `⟦ ⟧` where a tactic is. A seed lists in each hole, between `¦`, first what the original has there and then honest
 * ways to fill it.
 */

/** One marked hole. Offsets of the marks themselves. */
export interface MarkedHole {
  position: 'term' | 'tactic';
  start: number;
  end: number;
  /** What stands between the marks. */
  filling: string;
}

const HOLE = /⟪([^⟪⟫]*)⟫|⟦([^⟦⟧]*)⟧/g;
const BETWEEN = /\s*¦\s*/;

/** All marked holes in order of the text. */
export function markedHoles(marked: string): MarkedHole[] {
  return Array.from(marked.matchAll(HOLE), (match) => ({
    position: match[0].startsWith('⟪') ? ('term' as const) : ('tactic' as const),
    start: match.index,
    end: match.index + match[0].length,
    filling: match[1] ?? match[2] ?? '',
  }));
}

/** The text with each filling replaced by what `choose` makes of it; the marks stay. */
export function refilled(marked: string, choose: (filling: string, at: number) => string): string {
  let number = 0;
  return marked.replaceAll(HOLE, (whole) => {
    return `${whole.slice(0, 1)}${choose(whole.slice(1, -1), number++)}${whole.slice(-1)}`;
  });
}

/** As Lean reads it. */
export function withoutMarks(marked: string): string {
  return marked.replaceAll(/[⟪⟫⟦⟧]/g, '');
}

/** What a seed gives for one hole: first the original's text, then the ways to fill it. */
export function alternatives(filling: string): string[] {
  return filling.split(BETWEEN);
}
