/** `notation`, `notation3`, `infixl` and the like: their tokens, holes, precedence and what they stand for. */
import type { Command } from './commands.ts';
import type { Notation } from './declaration.ts';
import { stringValue } from './attributes.ts';
import { IDENTIFIER, NUMBER, STRING, type Tokens } from './tokens.ts';

export const NOTATION_KEYWORDS = new Map<string, Notation['kind']>([
  ['infix', 'infix'],
  ['infixl', 'infixl'],
  ['infixr', 'infixr'],
  ['prefix', 'prefix'],
  ['postfix', 'postfix'],
  ['notation', 'notation'],
  ['notation3', 'notation'],
]);

const NAMED_PRECEDENCES = new Map([
  ['max', 1024],
  ['arg', 1023],
  ['lead', 1022],
  ['min', 10],
]);

/** Null if the command is not a whole notation. */
export function readNotation(tokens: Tokens, command: Command, namespace: string, module: string): Notation | null {
  const kind = NOTATION_KEYWORDS.get(command.keyword);
  if (kind === undefined) return null;
  const { precedence, at: behindPrecedence } = readPrecedence(tokens, command.body);
  let at = behindPrecedence;
  while (tokens.is(at, '(') && tokens.is(at + 2, ':=')) at = tokens.behindBracket(at, command.to);
  const parts: Notation['parts'] = [];
  while (at < command.to && !tokens.is(at, '=>')) {
    if (tokens.kind(at) === STRING) {
      parts.push({ token: stringValue(tokens.word(at++)).trim() });
    } else if (tokens.is(at, 'unicode') && tokens.kind(at + 2) === STRING) {
      parts.push({ token: stringValue(tokens.word(at + 2)).trim() });
      at = tokens.behindBracket(at + 1, command.to);
    } else if (tokens.kind(at) === IDENTIFIER) {
      const hole = tokens.word(at);
      const read = readPrecedence(tokens, at + 1);
      parts.push({ hole, precedence: read.precedence });
      at = read.at;
      if (tokens.is(at, ':') && tokens.is(at + 1, '(')) at = tokens.behindBracket(at + 1, command.to);
    } else if (tokens.is(at, '(')) {
      // `(...)` of notation3: any number of binders.
      parts.push({ hole: '...', precedence: null });
      at = tokens.behindBracket(at, command.to);
    } else at++;
  }
  if (!tokens.is(at, '=>') || !parts.some((part) => 'token' in part)) return null;
  const expansion = tokens.fold(at + 1, command.to, 2000);
  return {
    kind,
    parts,
    precedence,
    expansion,
    head: expansionHead(tokens, at + 1, command.to, parts),
    scope: command.modifiers.includes('local') ? 'local' : command.modifiers.includes('scoped') ? 'scoped' : 'global',
    namespace: command.scopedIn ?? namespace,
    line: tokens.line(command.keywordAt),
    module,
  };
}

/** `:65`, `:max`, `:max+1`. */
function readPrecedence(tokens: Tokens, from: number): { precedence: number | null; at: number } {
  if (!tokens.is(from, ':')) return { precedence: null, at: from };
  const word = tokens.word(from + 1);
  const isNumber = tokens.kind(from + 1) === NUMBER;
  let precedence = isNumber ? Number.parseInt(word, 10) : (NAMED_PRECEDENCES.get(word) ?? null);
  if (precedence === null) return { precedence: null, at: from };
  let at = from + 2;
  if ((tokens.is(at, '+') || tokens.is(at, '-')) && tokens.kind(at + 1) === NUMBER) {
    precedence += (tokens.is(at, '+') ? 1 : -1) * Number.parseInt(tokens.word(at + 1), 10);
    at += 2;
  }
  return { precedence, at };
}

/** First constant of the expansion, behind `fun x y =>`; null if a hole comes first. */
function expansionHead(tokens: Tokens, from: number, to: number, parts: Notation['parts']): string | null {
  const holes = new Set(parts.flatMap((part) => ('hole' in part ? [part.hole] : [])));
  for (let at = from; at < to; at++) {
    if (tokens.is(at, 'fun') || tokens.is(at, 'λ')) {
      while (at < to && !tokens.is(at, '=>') && !tokens.is(at, '↦') && !tokens.is(at, ',')) at++;
    } else if (tokens.kind(at) === IDENTIFIER) {
      const word = tokens.word(at);
      return holes.has(word) ? null : word;
    } else if (!tokens.is(at, '@') && !tokens.is(at, '(')) return null;
  }
  return null;
}
