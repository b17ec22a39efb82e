/** Interpolated strings: in `s!"… {term} …"` what stands between the braces is a term like any other. */
import { IDENTIFIER, SPACED, STRING, type Tokens } from './tokens.ts';

export interface Interpolated {
  /** Offset in the whole text. */
  start: number;
  text: string;
}

/** The terms in the string at `at`; none where it is a plain string. A term that holds a string or a brace is cut there. */
export function interpolatedTerms(tokens: Tokens, at: number): Interpolated[] {
  const isPrefixed = tokens.kind(at - 1) === IDENTIFIER && tokens.word(at - 1).endsWith('!');
  if (tokens.kind(at) !== STRING || !isPrefixed || tokens.flag(at, SPACED)) return [];
  return [...tokens.word(at).matchAll(/(?<!\\)\{([^}]*)/g)].map((match) => ({
    start: tokens.start(at) + match.index + 1,
    text: match[1] ?? '',
  }));
}
