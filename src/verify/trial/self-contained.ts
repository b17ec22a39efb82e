/**
 * Decides whether a filling stays inside its declaration, and finds the text of that declaration. A faster check needs
 * this to leave out the rest of the file, or to put several copies into one file. It uses only tokens and estimates how
 * Lean will parse them: in doubt the answer is no, which costs a cold check.
 */
import { wordSet } from '../../base/words.ts';
import { type Command, mayStartCommand, readCommands } from '../../lean/commands.ts';
import type { Problem } from '../../lean/declaration.ts';
import { withoutGuillemets } from '../../lean/full-name.ts';
import { tokenise } from '../../lean/lexer.ts';
import { openOrClose } from '../../lean/scope-commands.ts';
import { Scopes } from '../../lean/scopes.ts';
import { OPENED_BY, IDENTIFIER, SYMBOL, type Tokens } from '../../lean/tokens.ts';
import { memoizePerHole } from './memoize-per-hole.ts';
import type { Hole } from '../hole/holes.ts';

/** A declaration that can be checked without what follows it. Offsets are in UTF-16 units of the file. */
export interface SelfContainedDeclaration {
  /** The start of its first line. */
  start: number;
  /** The end of its last token. */
  end: number;
  /** The start of the next token, or the end of the file. */
  next: number;
  /** The name as declared; null for an `example`. */
  name: { start: number; end: number } | null;
  /** From `@[` to after `]`. */
  attributes: { start: number; end: number }[];
}

const PROOF_KEYWORDS = new Set(['theorem', 'lemma', 'example']);

/**
 * The declaration around `hole`. Null if it is not a statement with a proof, or if it depends on its surroundings: it is
 * in a `mutual` block, or other text precedes it on its line.
 */
export const selfContainedDeclaration = memoizePerHole((text: string, hole: Hole): SelfContainedDeclaration | null => {
  if (!hole.isProof) return null;
  const tokens = tokenise(text, []);
  const scopes = new Scopes();
  for (const command of readCommands(tokens, true)) {
    openOrClose(scopes, tokens, command);
    if (tokens.end(command.to - 1) <= hole.start) continue;
    return scopes.inMutual ? null : declarationAt(tokens, command);
  }
  return null;
});

function declarationAt(tokens: Tokens, command: Command): SelfContainedDeclaration | null {
  const isExample = command.keyword === 'example';
  if (!PROOF_KEYWORDS.has(command.keyword)) return null;
  if (!isExample && tokens.kind(command.body) !== IDENTIFIER) return null;
  const start = tokens.lineStart(tokens.line(command.from));
  if (tokens.text.slice(start, tokens.start(command.from)).trim() !== '') return null;
  return {
    start,
    end: tokens.end(command.to - 1),
    next: tokens.start(command.to),
    name: isExample ? null : { start: tokens.start(command.body), end: tokens.end(command.body) },
    attributes: command.attributeBlocks.map(({ from, to }) => ({
      start: tokens.start(from - 1),
      end: tokens.end(to),
    })),
  };
}

/** Whether the brackets, comments and strings of `filling` are balanced and it contains no command. */
export function isSelfContained(filling: string): boolean {
  const tokens = balancedTokens(filling);
  if (tokens === null) return false;
  for (let at = 0; at < tokens.count; at++) {
    if (tokens.kind(at) === IDENTIFIER && mayStartCommand(tokens.word(at))) return false;
    if (tokens.is(at, '#') && tokens.kind(at + 1) === IDENTIFIER) return false;
  }
  return true;
}

/** The tokens of a text; null if a bracket, comment or string of it is not closed, or closed and not opened. */
export function balancedTokens(filling: string): Tokens | null {
  const problems: Problem[] = [];
  const tokens = tokenise(filling, problems);
  if (problems.length > 0) return null;
  const open: string[] = [];
  for (let at = 0; at < tokens.count; at++) {
    if (tokens.kind(at) !== SYMBOL) continue;
    const depthChange = tokens.bracket(at);
    if (depthChange > 0) open.push(tokens.word(at).slice(-1));
    if (depthChange < 0 && open.pop() !== OPENED_BY.get(tokens.word(at))) return null;
    // A version of Lean may read a quote that our lexer considers stray as the start of a string or a character.
    if (tokens.is(at, '"')) return null;
  }
  return open.length === 0 ? tokens : null;
}

/** Whether `filling` may refer to its own declaration, or searches for lemmas: it could then use another copy of it. */
export function mayUseCopies(filling: string, fullName: string | null): boolean {
  const tokens = tokenise(filling, []);
  const own = fullName === null ? [] : withoutGuillemets(fullName).split('.');
  for (let at = 0; at < tokens.count; at++) {
    if (tokens.kind(at) !== IDENTIFIER) continue;
    const word = tokens.word(at);
    if (SEARCHING.has(word)) return true;
    const parts = withoutGuillemets(word)
      .split('.')
      .filter((part) => part !== '_root_');
    for (let length = Math.min(parts.length, own.length); length > 0; length--) {
      if (parts.slice(0, length).every((part, k) => part === own[own.length - length + k])) return true;
    }
  }
  return false;
}

/** Tactics that search all available lemmas. */
const SEARCHING = wordSet('exact? apply? rw? rewrites? have? observe observe? hint library_search try? says');
