/**
 * Whether what fills a hole stays inside its declaration, and what that declaration is by itself: what a faster check
 * must know to leave out, or to put side by side, the rest of the file. Told by tokens alone, and no more than a guess at
 * what Lean will read: where it is in doubt, the answer is no, which costs a cold check.
 */
import { type Command, mayStartCommand, readCommands } from '../../lean/commands.ts';
import type { Problem } from '../../lean/declaration.ts';
import { withoutGuillemets } from '../../lean/full-name.ts';
import { tokenise } from '../../lean/lexer.ts';
import { openOrClose } from '../../lean/scope-commands.ts';
import { Scopes } from '../../lean/scopes.ts';
import { OPENED_BY, IDENTIFIER, SYMBOL, type Tokens } from '../../lean/tokens.ts';
import { onceAHole } from './memoize-per-hole.ts';
import type { Hole } from '../hole/holes.ts';

/** A declaration that can be checked without what follows it. Offsets are in UTF-16 units of the file. */
export interface SealedDeclaration {
  /** Begin of its first line, behind its last token, and where the next token after it begins (or the file ends). */
  start: number;
  end: number;
  next: number;
  /** The name as declared; null for an `example`. */
  name: { start: number; end: number } | null;
  /** From `@[` to behind `]`. */
  attributes: { start: number; end: number }[];
}

const PROOF_KEYWORDS = new Set(['theorem', 'lemma', 'example']);

/**
 * The declaration around `hole`; null where it is no statement with a proof, or not to be taken out of its surroundings:
 * in a `mutual` block, or with something else before it on its line.
 */
export const sealedDeclaration = onceAHole((text: string, hole: Hole): SealedDeclaration | null => {
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

function declarationAt(tokens: Tokens, command: Command): SealedDeclaration | null {
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

/** Whether `filling` opens and closes only what is its own, and begins no command. */
export function isSealed(filling: string): boolean {
  const problems: Problem[] = [];
  const tokens = tokenise(filling, problems);
  if (problems.length > 0) return false;
  const open: string[] = [];
  for (let at = 0; at < tokens.count; at++) {
    if (tokens.kind(at) === IDENTIFIER && mayStartCommand(tokens.word(at))) return false;
    if (tokens.kind(at) !== SYMBOL) continue;
    if (tokens.is(at, '#') && tokens.kind(at + 1) === IDENTIFIER) return false;
    const turn = tokens.bracket(at);
    if (turn > 0) open.push(tokens.word(at).slice(-1));
    if (turn < 0 && open.pop() !== OPENED_BY.get(tokens.word(at))) return false;
    // What our lexer takes for a stray quote, another Lean may take for the begin of a string or a character.
    if (tokens.is(at, '"')) return false;
  }
  return open.length === 0;
}

/** Whether `filling` may mean the declaration it stands in, or finds lemmas by itself: another copy would be found too. */
export function looksAround(filling: string, fullName: string | null): boolean {
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

/** Tactics that go through all lemmas there are. */
const SEARCHING = new Set([
  'exact?',
  'apply?',
  'rw?',
  'rewrites?',
  'have?',
  'observe',
  'observe?',
  'hint',
  'library_search',
  'try?',
  'says',
]);
