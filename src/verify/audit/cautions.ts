/** Finds words that can change the meaning of the text after them. Reported if there is no original to compare with. */
import { tokenise } from '../../lean/lexer.ts';
import { IDENTIFIER } from '../../lean/tokens.ts';
import { CODE_WORDS, SYNTAX_WORDS } from '../hole/gate-lists.ts';
import { attributeWords } from './code-words.ts';

/** The first occurrence of such a word. */
export interface Caution {
  /** 1-based. */
  line: number;
  word: string;
}

const WORDS = new Set([...SYNTAX_WORDS, ...CODE_WORDS, 'unif_hint', '#eval', '#exit']);

/** Attributes that make a definition part of Lean: a parser, an elaborator, a macro or a tactic. */
const EXTENDING_ATTRIBUTE = /^(?:builtin_?)?(?:macro|tactic|init|\w*(?:[eE]lab|[pP]arser))$/;

/**
 * Finds new syntax and code that Lean runs while it reads the file: after either, a statement may mean something other
 * than its text. Most such words are harmless. Only a comparison with a trusted original shows the actual statement.
 */
export function cautionsOf(text: string): Caution[] {
  const tokens = tokenise(text, []);
  const attributes = attributeWords(tokens);
  const found = new Map<string, number>();
  for (let at = 0; at < tokens.count; at++) {
    if (tokens.kind(at) !== IDENTIFIER) continue;
    const word = tokens.is(at - 1, '#') ? `#${tokens.word(at)}` : tokens.word(at);
    const isCaution = WORDS.has(word) || (attributes.has(at) && EXTENDING_ATTRIBUTE.test(word));
    if (isCaution && !found.has(word)) found.set(word, tokens.start(at));
  }
  return [...found].map(([word, start]) => ({ line: text.slice(0, start).split('\n').length, word }));
}
