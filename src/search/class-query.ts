/** Reads a class applied to types, such as `CompleteSpace ℝ`, as a pattern. */
import { INSTANCE_TOKEN } from '../index/facets.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import { KINDS } from '../lean/declaration.ts';
import { tokenise } from '../lean/lexer.ts';
import { lastPart } from '../lean/term/term.ts';
import { IDENTIFIER, NUMBER, SYMBOL } from '../lean/tokens.ts';
import { shapeLibrary } from './shape-library.ts';

const MAX_TOKENS = 30;
/** Symbols of statements and of lists of parts: no type contains them. */
const NOT_IN_TYPES = new Set([',', ':', ':=', '|', '⊢', '|-', '=', '↔', '`', '?']);
/** `E`, `α`, `R₁`; letters such as `ℝ` are notation. */
const VARIABLE = /^[A-Za-z\p{Script=Greek}]['₀-₉]*$/u;

/**
 * The pattern; null if the query does not begin with a class, or if another word is neither a constant nor a letter.
 * A letter becomes a variable: `Group G` is `Group ?G`.
 */
export function classPattern(index: LibraryIndex, query: string): string | null {
  const tokens = tokenise(query, []);
  if (tokens.count < 2 || tokens.count > MAX_TOKENS) return null;
  if (tokens.kind(0) !== IDENTIFIER || !isClass(index, tokens.word(0))) return null;
  let pattern = tokens.word(0);
  let end = tokens.end(0);
  for (let at = 1; at < tokens.count; at++) {
    const word = tokens.word(at);
    const isWord = tokens.kind(at) === IDENTIFIER;
    const term = isWord ? typeIn(index, word) : isPartOfType(tokens.kind(at), word) ? word : null;
    if (term === null) return null;
    pattern += query.slice(end, tokens.start(at)) + term;
    end = tokens.end(at);
  }
  return pattern;
}

/** Whether the sources declare instances of the name. */
export function isClass(index: LibraryIndex, name: string): boolean {
  return index.postings(INSTANCE_TOKEN + lastPart(name)) !== null;
}

export function isInstance({ columns: { kind } }: LibraryIndex, id: number): boolean {
  return KINDS[kind[id]!] === 'instance';
}

function isPartOfType(kind: number, word: string): boolean {
  return kind === NUMBER || (kind === SYMBOL && !NOT_IN_TYPES.has(word));
}

/** Words such as `theory` are in no type: a constant has a capital, a dot, or no letters of English. */
function typeIn(index: LibraryIndex, word: string): string | null {
  if (VARIABLE.test(word)) return `?${word}`;
  const { table, meanings } = shapeLibrary(index);
  if (table.aliases.has(word) || table.leading.has(word)) return word;
  const isConstant = meanings.exists(word) || index.postings(`s:c:${word}`) !== null;
  return isConstant && /^\p{Lu}|[.«]/u.test(word) ? word : null;
}
