/** Parses terms that bind variables: `fun`, quantifiers, big operators, integrals; and binder groups of a signature. */
import type { BinderNotation } from './builtin-notations.ts';
import { END, IDENTIFIER, SYMBOL } from './cursor.ts';
import { MAX } from './notation-table.ts';
import type { TermParser } from './parser.ts';
import * as Kind from './kinds.ts';
import { HOLE_TERM, constant, forOthers, lambda, local, term, typeHead, type Term } from './term.ts';

/** One bound variable. `premise`: the relation after it, such as `∈ s` or `< n`. */
export interface Bound {
  name: string;
  type: Term;
  style: '' | '(' | '{' | '[' | '⦃';
  premise: Term | null;
}

const CLOSE: Record<string, string> = { '(': ')', '{': '}', '[': ']', '⦃': '⦄' };
/** Relations after a bound variable have precedence 50; conjunctions are not part of them. */
const ABOVE_AND = 36;

/** Parses binders until a token cannot be one; returns none if there are too many. A name in `ends` ends the list. */
export function parseBinders(parser: TermParser, ends: ReadonlySet<string> = new Set()): Bound[] {
  const found: Bound[] = [];
  for (;;) {
    if (parser.kind === IDENTIFIER && !ends.has(parser.word)) {
      found.push(bare(parser.word));
      parser.declare(parser.word, '');
      parser.advance();
      continue;
    }
    if (parser.kind !== SYMBOL) break;
    if (parser.word === '(' || parser.word === '{' || parser.word === '[' || parser.word === '⦃')
      found.push(...binderGroup(parser));
    else if (parser.word === '⟨') found.push(pattern(parser));
    else break;
  }
  if (found.length > 0) typeOfAll(parser, found);
  return parser.mayNest(found.length) ? found : [];
}

function bare(name: string): Bound {
  return { name, type: HOLE_TERM, style: '', premise: null };
}

/** `x y : T` or `x y ∈ s` after names without brackets. */
function typeOfAll(parser: TermParser, found: Bound[]): void {
  if (parser.accept(':')) {
    const unbracketed = found.filter(({ style }) => style === '');
    shareType(parser, unbracketed, parser.term(0));
  } else premisesOf(parser, found);
}

function shareType(parser: TermParser, names: readonly Bound[], type: Term): void {
  const head = typeHead(type);
  const others = forOthers(type, names.length) ?? HOLE_TERM;
  for (const bound of names) {
    bound.type = bound === names[0] ? type : others;
    parser.declare(bound.name, head);
  }
}

function premisesOf(parser: TermParser, names: readonly Bound[]): void {
  const last = names[names.length - 1];
  if (last === undefined || parser.kind !== SYMBOL || !parser.context.table.trailing.has(parser.word)) return;
  const placeholder = local(last.name);
  parser.level = MAX;
  const relation = parser.trail(placeholder, ABOVE_AND);
  if (relation === placeholder) return;
  const others = forOthers(relation, names.length);
  for (const bound of names)
    bound.premise = bound === last || others === null ? null : rename(others, last.name, bound.name);
  last.premise = relation;
}

function rename(tree: Term, from: string, to: string): Term {
  if (tree.kind === Kind.LOCAL && tree.head === from) return local(to, tree.args);
  const args = tree.args.map((child) => rename(child, from, to));
  return term(tree.kind, tree.head, args);
}

/** `(x y : T := v)`, `{x}`, `[C α]`, `(x ∈ s)`, `(a, b)`. */
export function binderGroup(parser: TermParser): Bound[] {
  const style = parser.word as '(' | '{' | '[' | '⦃';
  const close = CLOSE[style]!;
  const opening = parser.start;
  parser.advance();
  if (parser.is('{')) parser.advance(); // {{x : T}}, the ASCII spelling of ⦃⦄
  let bound: Bound[] = [];
  const inside = style === '[' ? parser.mark() : null;
  // An instance has at most one name: the `x` of `[P fun x : T ↦ …]` is not its name.
  const maxNames = style === '[' ? 1 : Infinity;
  while (parser.kind === IDENTIFIER && bound.length < maxNames) {
    const one: Bound = { name: parser.word, type: HOLE_TERM, style, premise: null };
    // Starts with a literal: a growing list allocates room for seventeen, and most groups bind one name.
    if (bound.length === 0) bound = [one];
    else bound.push(one);
    parser.advance();
  }
  if (parser.accept(':')) {
    const type = parser.term(0);
    if (parser.accept(':=')) parser.skip();
    parser.closeWith(close);
    shareType(parser, bound, type);
    return bound;
  }
  if (inside !== null) {
    parser.reset(inside);
    const type = parser.term(0);
    parser.closeWith(close);
    return [{ name: '', type, style, premise: null }];
  }
  // `(start := 0)` has a default value from which Lean infers the type.
  if (bound.length > 0 && parser.accept(':=')) parser.skip();
  if (bound.length > 0 && parser.is(close)) {
    parser.advance();
    for (const { name } of bound) parser.declare(name, '');
    return bound;
  }
  for (const { name } of bound) parser.declare(name, '');
  if (bound.length > 0) premisesOf(parser, bound);
  if (bound.some(({ premise }) => premise !== null)) {
    parser.closeWith(close);
    return bound;
  }
  parser.reset({ ...parser.mark(), kind: SYMBOL, word: style, start: opening, end: opening + style.length });
  return [pattern(parser)];
}

/** A pattern in place of a binder: its names are bound, its shape is dropped. */
function pattern(parser: TermParser): Bound {
  const from = parser.start;
  const close = CLOSE[parser.word] ?? '⟩';
  parser.advance();
  parser.closeWith(close);
  for (const name of parser.text.slice(from, parser.start).match(/[\p{L}_][\p{L}\p{N}_'₀-₉]*/gu) ?? [])
    parser.declare(name, '');
  return bare(parser.freshName());
}

/** `fun x (y : T) => b`; a `fun` with pattern alternatives is opaque. */
export function parseFunction(parser: TermParser): Term {
  parser.advance();
  if (parser.is('|')) {
    parser.skip();
    parser.level = 0;
    return term(Kind.OPAQUE, 'fun');
  }
  const bound = parseBinders(parser);
  if (!parser.accept('=>') && !parser.accept('↦') && !parser.accept(',')) {
    parser.level = 0;
    return term(Kind.OPAQUE, 'fun');
  }
  const body = parser.term(0);
  parser.level = 0;
  return bound.reduceRight((inner, { name, type }) => lambda(name, type, inner), body);
}

/** The operator at the cursor with its binders and body; null if binders and a comma do not follow. */
export function parseBinderNotation(parser: TermParser, notation: BinderNotation): Term | null {
  const { head } = notation;
  const opening = parser.word;
  parser.advance();
  const bound = parseBinders(parser, IN);
  if (bound.length === 0) return null;
  const bindEach = (bind: (one: Bound, inner: Term) => Term, body = bodyOf(parser, notation)): Term | null =>
    body === null ? null : bound.reduceRight((inner, one) => bind(one, inner), body);
  const filtered = (filter: Term): Term | null => {
    const body = bodyOf(parser, notation);
    if (body === null) return null;
    const isForall = opening.startsWith('∀');
    return bindEach((one, inner) => constant(head, [function_(one, inner), filter]), premised(bound, body, isForall));
  };
  switch (notation.style) {
    case 'quantifier':
      return bindEach((one, inner) => quantify(head, one, inner));
    case 'nested':
      return bindEach((one, inner) => nest(head, one, inner));
    case 'family': {
      const family = bindEach(function_);
      if (family === null) return null;
      return constant(head, head === 'DirectSum' ? [HOLE_TERM, family] : [family]);
    }
    case 'big': {
      // `∑ i in s`, the syntax until 2024.
      const last = bound[bound.length - 1]!;
      if (parser.accept('in')) last.premise = constant('Membership.mem', [parser.term(0), local(last.name)]);
      const filter = parser.accept('with') ? parser.term(0) : null;
      return bindEach((one, inner) => bigOperator(head, one, filter, inner));
    }
    case 'filter':
      return parser.accept('in') ? filtered(parser.term(0)) : null;
    case 'almost':
      return filtered(constant('MeasureTheory.ae', [parser.accept('∂') ? parser.term(0) : VOLUME]));
    case 'integral':
      return integral(parser, notation, bound);
  }
}

const IN: ReadonlySet<string> = new Set(['in', 'with']);

/** The body after the comma; null without a comma. */
function bodyOf(parser: TermParser, notation: BinderNotation): Term | null {
  const body = parser.accept(',') ? parser.expression(notation.body) : null;
  if (body !== null) parser.level = MAX - 2;
  return body;
}

function function_({ name, type }: Bound, body: Term): Term {
  return lambda(name, type, body);
}

function premised(bound: readonly Bound[], body: Term, isForall: boolean): Term {
  const under = isForall ? implies : and;
  return bound.reduceRight((inner, { premise }) => (premise === null ? inner : under(premise, inner)), body);
}

const implies = (premise: Term, body: Term): Term => term(Kind.PI, '', [premise, body]);
const and = (left: Term, right: Term): Term => constant('And', [left, right]);

function quantify(head: string, { name, type, premise }: Bound, body: Term): Term {
  const under = head === '' ? implies : and;
  const inner = premise === null ? body : under(premise, body);
  return head === '' ? term(Kind.PI, name, [type, inner]) : constant(head, [term(Kind.LAMBDA, name, [type, inner])]);
}

function nest(head: string, { name, type, premise }: Bound, body: Term): Term {
  const inner = premise === null ? body : constant(head, [term(Kind.LAMBDA, '', [premise, body])]);
  return constant(head, [lambda(name, type, inner)]);
}

function bigOperator(head: string, { name, type, premise }: Bound, filter: Term | null, body: Term): Term {
  const domain = domainOf(premise);
  const over = filter === null ? domain : constant('Finset.filter', [lambda(name, type, filter), domain]);
  return constant(head, [over, lambda(name, type, body)]);
}

/** The finset over which `x ∈ s`, `x < n`, `x ≤ n` ranges. */
function domainOf(premise: Term | null): Term {
  if (premise === null) return constant('Finset.univ');
  const [first, second] = premise.args;
  if (premise.head === 'Membership.mem' && first !== undefined) return first;
  if (premise.head === 'LT.lt' && second !== undefined) return constant('Finset.Iio', [second]);
  if (premise.head === 'LE.le' && second !== undefined) return constant('Finset.Iic', [second]);
  return premise;
}

const VOLUME: Term = constant('MeasureTheory.MeasureSpace.volume');

/** `∫ x in s, f ∂μ`, `∫ x in a..b, f ∂μ`, `∫ x, f`. */
function integral(parser: TermParser, notation: BinderNotation, bound: readonly Bound[]): Term | null {
  let domain: Term | null = null;
  let upper: Term | null = null;
  if (parser.accept('in')) {
    domain = parser.expression(0);
    if (domain === null) return null;
    if (parser.accept('..')) upper = parser.expression(0);
  }
  const body = bodyOf(parser, notation);
  if (body === null) return null;
  const measure = parser.accept('∂') ? (parser.expression(70) ?? VOLUME) : VOLUME;
  parser.level = MAX - 2;
  const integrand = bound.reduceRight((inner, one) => function_(one, inner), body);
  if (upper !== null && domain !== null) return constant('intervalIntegral', [integrand, domain, upper, measure]);
  const over = domain === null ? measure : constant('MeasureTheory.Measure.restrict', [measure, domain]);
  return constant(notation.head, [over, integrand]);
}

/** Whether the next token of a signature opens a binder group. */
export function atBinderGroup(parser: TermParser): boolean {
  return parser.kind === SYMBOL && CLOSE[parser.word] !== undefined;
}

/** Whether the text is at its end. */
export function atEnd(parser: TermParser): boolean {
  return parser.kind === END;
}
