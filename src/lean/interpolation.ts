/** Interpolated strings: the parts between braces in `s!"… {term} …"` are terms. */
import { IDENTIFIER, SPACED, STRING, type Tokens } from './tokens.ts';

export interface Interpolated {
  /** Offset in the file. */
  start: number;
  text: string;
}

/** The terms in the string at `at`; empty for a plain string. A term is cut off at a string or brace inside it. */
export function interpolatedTerms(tokens: Tokens, at: number): Interpolated[] {
  const isPrefixed = tokens.kind(at - 1) === IDENTIFIER && tokens.word(at - 1).endsWith('!');
  if (tokens.kind(at) !== STRING || !isPrefixed || tokens.flag(at, SPACED)) return [];
  return [...tokens.word(at).matchAll(/(?<!\\)\{([^}]*)/g)].map((match) => ({
    start: tokens.start(at) + match.index + 1,
    text: match[1] ?? '',
  }));
}
