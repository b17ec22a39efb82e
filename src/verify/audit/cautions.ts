/** Words of a file by which its text can come to mean something else than it says: to be told where nothing is compared. */
import { tokenise } from '../../lean/lexer.ts';
import { IDENTIFIER } from '../../lean/tokens.ts';
import { CODE_WORDS, SYNTAX_WORDS } from '../hole/gate-lists.ts';

/** The first place of such a word. */
export interface Caution {
  /** 1-based. */
  line: number;
  word: string;
}

const WORDS = new Set([...SYNTAX_WORDS, ...CODE_WORDS, 'unif_hint', '#eval']);

/**
 * New syntax, and code that Lean runs as it reads on: after either, a statement may be another one than stands there.
 * Most such words are harmless. What the statement has become only a comparison with a trusted original tells.
 */
export function cautionsOf(text: string): Caution[] {
  const tokens = tokenise(text, []);
  const found = new Map<string, number>();
  for (let at = 0; at < tokens.count; at++) {
    if (tokens.kind(at) !== IDENTIFIER) continue;
    const word = tokens.is(at - 1, '#') ? `#${tokens.word(at)}` : tokens.word(at);
    if (WORDS.has(word) && !found.has(word)) found.set(word, tokens.start(at));
  }
  return [...found].map(([word, start]) => ({ line: text.slice(0, start).split('\n').length, word }));
}
