/** Finds the words of a phrase in the text from which they were read. */

export interface Place {
  /** In UTF-16 units. */
  start: number;
  end: number;
}

/** Most units between two words of a phrase, such as those of `of a`. */
const MAX_GAP = 20;

/**
 * The first place at or after `from` where the words of `surface` follow each other. Null if there is none: of LaTeX,
 * the words are those that it is read as.
 */
export function placeInText(text: string, surface: string, from = 0): Place | null {
  const words = surface
    .toLowerCase()
    .split(' ')
    .filter((word) => word !== '');
  const lower = text.toLowerCase();
  const [first, ...rest] = words;
  if (first === undefined || lower.length !== text.length) return null;
  for (let start = wordAt(lower, first, from); start >= 0; start = wordAt(lower, first, start + 1)) {
    let end = start + first.length;
    for (const word of rest) {
      const next = wordAt(lower, word, end);
      end = next < 0 || next - end > MAX_GAP ? -1 : next + word.length;
      if (end < 0) break;
    }
    if (end >= 0) return { start, end };
  }
  return null;
}

/** The words of a phrase as the text has them, with those between them. */
export function phraseInText(text: string, surface: string): string {
  const place = placeInText(text, surface);
  return place === null ? surface : text.slice(place.start, place.end).replaceAll(/\s+/gu, ' ');
}

/** Index of the word where it is not a part of a longer one; -1 if not found. */
function wordAt(text: string, word: string, from: number): number {
  for (let at = text.indexOf(word, from); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!isLetter(text, at - 1) && !isLetter(text, at + word.length)) return at;
  }
  return -1;
}

function isLetter(text: string, at: number): boolean {
  return at >= 0 && at < text.length && /\p{L}/u.test(text[at]!);
}
