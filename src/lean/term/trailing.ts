/** Parses continuations of a term: an operator, an argument, a field, an arrow, a pipe. */
import { binderNames, instanceBinder, localise } from './binder-terms.ts';
import { IDENTIFIER, NUMERAL, SYMBOL } from './cursor.ts';
import { applyRules } from './notation-rules.ts';
import { MAX } from './notation-table.ts';
import type { TermParser } from './parser.ts';
import * as Kind from './kinds.ts';
import { HOLE_TERM, apply, constant, forOthers, local, term, type Term } from './term.ts';
import { CLOSERS } from './vocabulary.ts';

/** `left` with its next continuation; null if none binds strongly enough. */
export function trailOnce(parser: TermParser, left: Term, min: number): Term | null {
  if (parser.kind === SYMBOL) {
    if (!parser.spaced && parser.word === '.') return field(parser, left);
    const rules = parser.context.table.trailing.get(parser.word);
    if (rules !== undefined) {
      const built = applyRules(parser, rules, parser.word, left, min);
      if (built !== null) return built;
    }
    if (!parser.spaced && parser.word === '[' && parser.level >= MAX) return element(parser, left);
    const special = trailSpecial(parser, left, min);
    if (special !== undefined) return special;
    if (rules !== undefined && !parser.context.table.leading.has(parser.word)) return null;
  }
  if (parser.level >= MAX - 1 && min < MAX && parser.startsArgument()) return application(parser, left);
  if (parser.kind === SYMBOL && min <= 65 && isUnknownOperator(parser)) {
    const word = parser.word;
    parser.advance();
    const right = parser.expression(66);
    parser.level = 65;
    return term(Kind.OPAQUE, word, right === null ? [left] : [left, right]);
  }
  return null;
}

function isUnknownOperator(parser: TermParser): boolean {
  const { leading, trailing, tokens, binders } = parser.context.table;
  if (CLOSERS.has(parser.word) || trailing.has(parser.word) || leading.has(parser.word) || binders.has(parser.word))
    return false;
  return !tokens[parser.word.charCodeAt(0)]?.includes(parser.word);
}

/** Arrows and pipes; undefined for other tokens, null if it binds too weakly. */
function trailSpecial(parser: TermParser, left: Term, min: number): Term | null | undefined {
  switch (parser.word) {
    case '→':
    case '->': {
      // Lean requires 26 on the left; `α ≃ β → γ` has 25 and is unambiguous.
      if (min > 25 || parser.level < 25) return null;
      parser.advance();
      return arrow(parser, left);
    }
    case '<|':
    case '$': {
      if (min > 10) return null;
      parser.advance();
      const argument = parser.term(0);
      parser.level = 10;
      return apply(left, [argument]);
    }
    case '|>': {
      if (min > 1) return null;
      parser.advance();
      const fn = parser.term(2);
      parser.level = 1;
      return apply(fn, [left]);
    }
    case '|>.': {
      if (min > 1) return null;
      parser.advance();
      const path = parser.kind === IDENTIFIER || parser.kind === NUMERAL ? parser.word : '';
      parser.advance();
      parser.level = MAX;
      return parser.project(left, path);
    }
    default:
      return undefined;
  }
}

/** `A → B`, or `(x : A) → B` if `left` is such a parenthesis. */
function arrow(parser: TermParser, left: Term): Term {
  const names = binderNames(left);
  const domain = names === null ? (instanceBinder(left) ?? left) : left.args[1]!;
  const body = parser.term(25);
  parser.level = 25;
  if (names === null || !parser.mayNest(names.length)) return term(Kind.PI, '', [domain, body]);
  const bound = new Map(names.map((name) => [name, local(name)]));
  const inner = localise(body, bound);
  const others = forOthers(domain, names.length) ?? HOLE_TERM;
  return names.reduceRight((result, name, at) => term(Kind.PI, name, [at === 0 ? domain : others, result]), inner);
}

function field(parser: TermParser, left: Term): Term | null {
  if (parser.level < MAX) return null;
  const mark = parser.mark();
  parser.advance();
  if (parser.spaced || (parser.kind !== IDENTIFIER && parser.kind !== NUMERAL)) {
    parser.reset(mark);
    return null;
  }
  const path = parser.word;
  parser.advance();
  parser.level = MAX;
  const type = left.kind === Kind.ASCRIPTION && left.args[1]?.kind === Kind.CONSTANT ? left.args[1].head : '';
  return parser.project(left.kind === Kind.ASCRIPTION ? left.args[0]! : left, fieldPath(path), type);
}

function element(parser: TermParser, left: Term): Term {
  parser.advance();
  const index = parser.term(0);
  parser.closeWith(']');
  if (!parser.spaced && (parser.is('!') || parser.is('?'))) parser.advance();
  parser.level = MAX;
  return constant('GetElem.getElem', [left, index]);
}

function application(parser: TermParser, left: Term): Term {
  // Literals instead of a growing list, which allocates room for seventeen; most applications have one or two.
  const first = nextArgument(parser);
  const second = first === null ? null : nextArgument(parser);
  if (first === null && parser.startsArgument()) parser.advance();
  if (first === null || second === null) {
    parser.level = MAX - 1;
    return first === null ? left : apply(left, [first]);
  }
  const args = [first, second];
  for (let next = nextArgument(parser); next !== null; next = nextArgument(parser)) args.push(next);
  parser.level = MAX - 1;
  return apply(left, args);
}

/** The next argument, or null. */
function nextArgument(parser: TermParser): Term | null {
  while (parser.startsArgument()) {
    const found = parser.expression(MAX);
    if (found === null || found.kind !== Kind.OPAQUE || found.head !== ':=') return found;
  }
  return null;
}

/** Reads `.1` and `.2` as the fields that they usually are. */
function fieldPath(path: string): string {
  return path.replace(/\b1\b/g, 'fst').replace(/\b2\b/g, 'snd');
}
