/** The bounds of a declaration's name and statement, and its one-line form. */
import type { Command } from './commands.ts';
import { IDENTIFIER, LINE_FIRST, type Span, type Tokens } from './tokens.ts';

export interface Statement {
  /** Token of the name; -1 if the declaration is anonymous. */
  nameAt: number;
  /** As written, with guillemets and `_root_.`, without universes; empty if anonymous. */
  declared: string;
  /** `.{u, v}` or empty. */
  universes: string;
  /** `(priority := …)` and similar settings, including brackets. */
  settings: Span[];
  /** Binders and type. */
  span: Span;
  /** Token of the colon before the result type; -1 if absent. */
  colon: number;
  /** Tokens after a line break that ends a `let`; on one line the break becomes a semicolon. */
  breaks: number[];
}

const LOCAL_DEFINITIONS = new Set(['let', 'letI', 'have', 'haveI', 'let_fun']);

/** Settings in parentheses that are not binders: `instance (priority := low)`, `irreducible_def foo (lemma := bar)`. */
const SETTINGS = new Set(['priority', 'lemma', 'name']);

/** With `stopsAtBar`, any `|` outside brackets ends the statement (inductives). */
export function readStatement(tokens: Tokens, command: Command, stopsAtBar: boolean): Statement {
  const settings: Span[] = [];
  let at = skipSettings(tokens, command.body, command.to, settings);
  let nameAt = -1;
  let universes = '';
  // The arrow in `simproc ↓ name` tells when it runs.
  if ((tokens.is(at, '↓') || tokens.is(at, '↑')) && tokens.kind(at + 1) === IDENTIFIER) at++;
  if (at < command.to && tokens.kind(at) === IDENTIFIER && !isStatementEnd(tokens, at)) nameAt = at++;
  if (nameAt >= 0 && tokens.is(at, '.{')) {
    const after = tokens.afterBracket(at, command.to);
    universes = tokens.fold(at, after);
    at = after;
  }
  at = skipSettings(tokens, at, command.to, settings);
  const { end, colon, breaks } = findEnd(tokens, at, command.to, stopsAtBar);
  const declared = nameAt < 0 ? '' : tokens.word(nameAt);
  return { nameAt, declared, universes, settings, span: { from: at, to: end }, colon, breaks };
}

function skipSettings(tokens: Tokens, from: number, to: number, settings: Span[]): number {
  let at = from;
  while (at < to && tokens.is(at, '(') && tokens.is(at + 2, ':=') && SETTINGS.has(tokens.word(at + 1))) {
    const after = tokens.afterBracket(at, to);
    settings.push({ from: at, to: after });
    at = after;
  }
  return at;
}

function isStatementEnd(tokens: Tokens, at: number): boolean {
  return tokens.is(at, 'where') || tokens.is(at, 'deriving');
}

interface StatementEnd {
  end: number;
  colon: number;
  breaks: number[];
}

/** First `:=`, `where`, alternative or `deriving` outside brackets, except the `:=` of a `let` in the type. */
function findEnd(tokens: Tokens, from: number, to: number, stopsAtBar: boolean): StatementEnd {
  const breaks: number[] = [];
  // The last `let`, and whether the current token is in its value.
  let letAt = -1;
  let inValue = false;
  let depth = 0;
  let colon = -1;
  let lets = 0;
  // End of the last search for an alternative's arrow: bars before it have the same answer.
  let decidedTo = -1;
  let decided = false;
  for (let at = from; at < to; at++) {
    if (inValue && depth === 0 && endsValue(tokens, at, letAt)) {
      breaks.push(at);
      inValue = false;
    }
    const kind = tokens.kinds[at];
    if (kind === IDENTIFIER) {
      if (depth > 0) continue;
      if (isStatementEnd(tokens, at)) return { end: at, colon, breaks };
      const length = tokens.end(at) - tokens.start(at);
      if (length >= 3 && length <= 7 && LOCAL_DEFINITIONS.has(tokens.word(at))) {
        lets++;
        letAt = at;
      }
      continue;
    }
    const bracket = tokens.bracket(at);
    if (bracket !== 0) {
      depth = Math.max(0, depth + bracket);
      continue;
    }
    if (depth > 0) continue;
    const unit = tokens.unit(at);
    if (unit === 0x3a) {
      if (tokens.is(at, ':=')) {
        if (lets === 0) return { end: at, colon, breaks };
        lets--;
        inValue = true;
      } else if (colon < 0 && tokens.is(at, ':')) colon = at;
    } else if (unit === 0x7c && tokens.is(at, '|')) {
      if (stopsAtBar) return { end: at, colon, breaks };
      if (at >= decidedTo) {
        const answer = isAlternative(tokens, at, to);
        decidedTo = answer.upTo;
        decided = answer.yes;
      }
      if (decided) return { end: at, colon, breaks };
    }
  }
  return { end: to, colon, breaks };
}

/** The value of a `let` ends with its line if the next line is not indented deeper. */
function endsValue(tokens: Tokens, at: number, letAt: number): boolean {
  if (!tokens.flag(at, LINE_FIRST) || tokens.is(at - 1, ':=') || tokens.is(at - 1, ';')) return false;
  return tokens.column(at) <= tokens.column(letAt);
}

/**
 * Whether the bar starts `| pattern => …` rather than an absolute value: an arrow comes before any `:=`, and no other
 * bar at the start of a line comes before the arrow.
 */
function isAlternative(tokens: Tokens, bar: number, to: number): { yes: boolean; upTo: number } {
  let depth = 0;
  const barFirst = tokens.flag(bar, LINE_FIRST);
  for (let at = bar + 1; at < to; at++) {
    depth += tokens.bracket(at);
    if (depth > 0) continue;
    if (tokens.is(at, ':=')) return { yes: false, upTo: at };
    if (tokens.is(at, '|') && tokens.flag(at, LINE_FIRST) && !barFirst) return { yes: false, upTo: at };
    if (tokens.is(at, '=>')) return { yes: true, upTo: at };
  }
  return { yes: false, upTo: to };
}

/** `signature` and `typeAt` of a declaration: keyword, name as written, binders and type, on one line. */
export function signatureLine(
  tokens: Tokens,
  keyword: string,
  statement: Statement,
): { signature: string; typeAt: number } {
  const { declared, universes, span, breaks } = statement;
  const pieces = [...breaks, span.to].map((to, index) => tokens.fold(breaks[index - 1] ?? span.from, to));
  return signatureOf(keyword, declared + universes, pieces.join('; '));
}

export function signatureOf(keyword: string, name: string, type: string): { signature: string; typeAt: number } {
  const head = name === '' ? keyword : `${keyword} ${name}`;
  if (type === '') return { signature: head, typeAt: head.length };
  return { signature: `${head} ${type}`, typeAt: head.length + 1 };
}
