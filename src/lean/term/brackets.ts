/** Parses terms in brackets: parentheses, lists, anonymous constructors, sets, and delimiters of norms and floors. */
import { END, IDENTIFIER, SYMBOL } from './cursor.ts';
import { MAX } from './notation-table.ts';
import { binderNames, localise } from './binder-terms.ts';
import type { TermParser } from './parser.ts';
import * as Kind from './kinds.ts';
import { HOLE_TERM, bare, constant, lambda, local, term, typeHead, type Term } from './term.ts';

/** The bracket at the cursor; undefined if the token does not open one. */
export function parseBracket(parser: TermParser, word: string): Term | undefined {
  switch (word) {
    case '(':
      return parenthesis(parser);
    case '⟨':
      return term(Kind.OPAQUE, '⟨⟩', items(parser, '⟩'));
    case '[': {
      const nil: Term = constant('List.nil');
      const found = items(parser, ']');
      if (!parser.mayNest(found.length)) return term(Kind.OPAQUE, '[]', found);
      return found.reduceRight((tail, item) => constant('List.cons', [item, tail]), nil);
    }
    case '#[':
      return term(Kind.OPAQUE, '#[]', items(parser, ']'));
    case '![':
    case '!![':
      return term(Kind.OPAQUE, `${word}]`, items(parser, ']'));
    case '‹':
      return term(Kind.OPAQUE, '‹›', items(parser, '›'));
    case '⦃':
      return strictImplicit(parser);
    case '{':
      return braces(parser);
    default:
      return undefined;
  }
}

/** Comma-separated terms up to and including `close`. */
function items(parser: TermParser, close: string): Term[] {
  parser.advance();
  const found: Term[] = [];
  while (parser.kind !== END && !parser.is(close)) {
    const item = parser.expression(0);
    if (item !== null) found.push(item);
    if (!parser.accept(',') && !parser.accept(';')) break;
  }
  parser.closeWith(close);
  parser.level = MAX;
  return found;
}

function parenthesis(parser: TermParser): Term {
  parser.advance();
  if (parser.accept(')')) return constant('Unit.unit');
  const outer = parser.swapDots(null);
  let inner = parser.term(0);
  if (parser.accept(':')) inner = term(Kind.ASCRIPTION, '', [inner, parser.is(')') ? HOLE_TERM : parser.term(0)]);
  else if (parser.accept(':=')) inner = term(Kind.OPAQUE, ':=', [inner, parser.term(0)]);
  else if (parser.is(',')) inner = tuple(parser, inner);
  const own = parser.swapDots(outer);
  if (parser.mayNest(own?.count ?? 0))
    for (let dot = own; dot !== null; dot = dot.before) inner = lambda(dot.name, HOLE_TERM, inner);
  parser.closeWith(')');
  parser.level = MAX;
  return inner;
}

function tuple(parser: TermParser, first: Term): Term {
  const parts = [first];
  while (parser.accept(',')) parts.push(parser.term(0));
  if (!parser.mayNest(parts.length)) return term(Kind.OPAQUE, '()', parts);
  return parts.reduceRight((tail, part) => constant('Prod.mk', [part, tail]));
}

/** `⦃x : T⦄ → …`: the bracket of a binder. */
function strictImplicit(parser: TermParser): Term {
  parser.advance();
  const names = parser.term(0);
  const type = parser.accept(':') ? parser.term(0) : HOLE_TERM;
  parser.closeWith('⦄');
  parser.level = MAX;
  return term(Kind.ASCRIPTION, '', [names, type]);
}

function braces(parser: TermParser): Term {
  parser.advance();
  if (parser.accept('}')) {
    parser.level = MAX;
    return constant('EmptyCollection.emptyCollection');
  }
  const outer = parser.swapDots(null);
  const result = bracesInside(parser);
  parser.swapDots(outer);
  parser.closeWith('}');
  parser.level = MAX;
  return result;
}

function bracesInside(parser: TermParser): Term {
  if (parser.kind === IDENTIFIER) declareSimple(parser);
  const first = parser.expression(0);
  if (first === null) return term(Kind.OPAQUE, '{}');
  const type = parser.accept(':') ? parser.term(0) : null;
  if (parser.is(':=') || parser.is('with')) return term(Kind.OPAQUE, '{}', [first]);
  if (parser.is('//') || parser.is('|')) return comprehension(parser, first, type, parser.word === '//');
  if (type !== null) return term(Kind.ASCRIPTION, '', [first, type]);
  const elements = [first];
  while (parser.accept(',')) elements.push(parser.term(0));
  if (!parser.mayNest(elements.length)) return term(Kind.OPAQUE, '{}', elements);
  const last = elements.pop()!;
  return elements.reduceRight(
    (rest, element) => constant('Insert.insert', [element, rest]),
    constant('Singleton.singleton', [last]),
  );
}

/** Binds a name that is followed by the continuation of a comprehension before the rest is read. */
function declareSimple(parser: TermParser): void {
  const mark = parser.mark();
  const word = parser.word;
  parser.advance();
  if (
    parser.kind === SYMBOL &&
    (parser.word === '|' || parser.word === '//' || parser.word === ':') &&
    !parser.context.locals.has(word)
  )
    parser.declare(word, '');
  parser.reset(mark);
}

function comprehension(parser: TermParser, first: Term, type: Term | null, isSubtype: boolean): Term {
  parser.advance();
  const { name, premise, isPattern } = boundVariable(first);
  if (isPattern) return constant('setOf', [term(Kind.OPAQUE, '{|}', [first, parser.term(0)])]);
  if (!parser.context.locals.has(name)) parser.declare(name, type === null ? '' : typeHead(type));
  const body = parser.term(0);
  const bound = new Map([[name, local(name)]]);
  const domain = type ?? HOLE_TERM;
  const wrap = (inner: Term) => constant(isSubtype ? 'Subtype' : 'setOf', [lambda(name, domain, inner)]);
  if (premise === null) return wrap(body);
  const within = localise(premise, bound);
  const collection = within.head === 'Membership.mem' ? bare(within.args[0] ?? HOLE_TERM) : HOLE_TERM;
  if (collection.kind === Kind.LOCAL && parser.context.locals.get(collection.head) === 'Finset') {
    return constant('Finset.filter', [lambda(name, HOLE_TERM, body), collection]);
  }
  return wrap(constant('And', [within, body]));
}

/** The variable of `{x | …}` and `{x ∈ s | …}`; a longer term is a pattern, as in `{f x | x ∈ s}`. */
function boundVariable(first: Term): { name: string; premise: Term | null; isPattern: boolean } {
  const isName = (one: Term | undefined) =>
    one !== undefined &&
    (one.kind === Kind.LOCAL || one.kind === Kind.CONSTANT) &&
    one.args.length === 0 &&
    !one.head.includes('.');
  if (isName(first) || binderNames(first) !== null)
    return { name: (binderNames(first) ?? [first.head])[0]!, premise: null, isPattern: false };
  const subject =
    first.kind !== Kind.CONSTANT
      ? undefined
      : first.head === 'Membership.mem'
        ? first.args[1]
        : first.args.find(isName);
  const isRelation =
    first.args.length === 2 && ['Membership.mem', 'LT.lt', 'LE.le', 'Ne', 'HasSubset.Subset'].includes(first.head);
  if (isRelation && isName(subject)) return { name: subject!.head, premise: first, isPattern: false };
  return { name: '', premise: null, isPattern: true };
}

/** `‖x‖`, `|x|`, `⌊x⌋₊`; null without a closing delimiter. */
export function parseDelimited(parser: TermParser, closings: ReadonlyMap<string, string>): Term | null {
  parser.advance();
  const inner = parser.expression(0);
  if (inner === null) return null;
  for (const [close, head] of closings) {
    if (parser.is(close)) {
      parser.advance();
      parser.level = MAX;
      return constant(head, [inner]);
    }
  }
  return null;
}
