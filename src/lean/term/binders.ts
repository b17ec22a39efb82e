/** Parses terms that bind variables: `fun`, quantifiers, big operators, integrals; and binder groups of a signature. */
import type { BinderNotation } from './builtin-notations.ts';
import { END, IDENTIFIER, SYMBOL } from './cursor.ts';
import { MAX } from './notation-table.ts';
import type { TermParser } from './parser.ts';
import * as Kind from './kinds.ts';
import { HOLE_TERM, forOthers, lambda, term, typeHead, type Term } from './term.ts';

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
    const type = parser.term(0);
    shareType(
      parser,
      found.filter(({ style }) => style === ''),
      type,
    );
    return;
  }
  premisesOf(parser, found);
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
  const placeholder = term(Kind.LOCAL, last.name);
  parser.level = MAX;
  const relation = parser.trail(placeholder, ABOVE_AND);
  if (relation === placeholder) return;
  const others = forOthers(relation, names.length);
  for (const bound of names)
    bound.premise = bound === last || others === null ? null : rename(others, last.name, bound.name);
  last.premise = relation;
}

function rename(tree: Term, from: string, to: string): Term {
  if (tree.kind === Kind.LOCAL && tree.head === from) return term(Kind.LOCAL, to, tree.args);
  return term(
    tree.kind,
    tree.head,
    tree.args.map((child) => rename(child, from, to)),
  );
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
  const opening = parser.word;
  parser.advance();
  const bound = parseBinders(parser, IN);
  if (bound.length === 0) return null;
  switch (notation.style) {
    case 'quantifier':
      return finish(parser, notation, (body) =>
        bound.reduceRight((inner, one) => quantify(notation.head, one, inner), body),
      );
    case 'nested':
      return finish(parser, notation, (body) =>
        bound.reduceRight((inner, one) => nest(notation.head, one, inner), body),
      );
    case 'family':
      return finish(parser, notation, (body) => {
        const family = bound.reduceRight((inner, { name, type }) => lambda(name, type, inner), body);
        return term(Kind.CONSTANT, notation.head, notation.head === 'DirectSum' ? [HOLE_TERM, family] : [family]);
      });
    case 'big': {
      // `∑ i in s`, the syntax until 2024.
      const last = bound[bound.length - 1]!;
      if (parser.accept('in'))
        last.premise = term(Kind.CONSTANT, 'Membership.mem', [parser.term(0), term(Kind.LOCAL, last.name)]);
      const filter = parser.accept('with') ? parser.term(0) : null;
      return finish(parser, notation, (body) =>
        bound.reduceRight((inner, one) => bigOperator(notation.head, one, filter, inner), body),
      );
    }
    case 'filter': {
      if (!parser.accept('in')) return null;
      const filter = parser.term(0);
      return finish(parser, notation, (body) =>
        bound.reduceRight(
          (inner, one) => term(Kind.CONSTANT, notation.head, [function_(one, inner), filter]),
          premised(bound, body, opening === '∀ᶠ'),
        ),
      );
    }
    case 'almost': {
      const measure = parser.accept('∂') ? parser.term(0) : term(Kind.CONSTANT, 'MeasureTheory.MeasureSpace.volume');
      const ae = term(Kind.CONSTANT, 'MeasureTheory.ae', [measure]);
      return finish(parser, notation, (body) =>
        bound.reduceRight(
          (inner, one) => term(Kind.CONSTANT, notation.head, [function_(one, inner), ae]),
          premised(bound, body, opening === '∀ᵐ'),
        ),
      );
    }
    case 'integral':
      return integral(parser, notation, bound);
  }
}

const IN: ReadonlySet<string> = new Set(['in', 'with']);

function finish(parser: TermParser, notation: BinderNotation, build: (body: Term) => Term): Term | null {
  if (!parser.accept(',')) return null;
  const body = parser.expression(notation.body);
  if (body === null) return null;
  parser.level = MAX - 2;
  return build(body);
}

function function_({ name, type }: Bound, body: Term): Term {
  return lambda(name, type, body);
}

function premised(bound: readonly Bound[], body: Term, isForall: boolean): Term {
  return bound.reduceRight(
    (inner, { premise }) =>
      premise === null
        ? inner
        : isForall
          ? term(Kind.PI, '', [premise, inner])
          : term(Kind.CONSTANT, 'And', [premise, inner]),
    body,
  );
}

function quantify(head: string, { name, type, premise }: Bound, body: Term): Term {
  if (head === '') return term(Kind.PI, name, [type, premise === null ? body : term(Kind.PI, '', [premise, body])]);
  return term(Kind.CONSTANT, head, [
    term(Kind.LAMBDA, name, [type, premise === null ? body : term(Kind.CONSTANT, 'And', [premise, body])]),
  ]);
}

function nest(head: string, { name, type, premise }: Bound, body: Term): Term {
  const inner = premise === null ? body : term(Kind.CONSTANT, head, [term(Kind.LAMBDA, '', [premise, body])]);
  return term(Kind.CONSTANT, head, [lambda(name, type, inner)]);
}

function bigOperator(head: string, { name, type, premise }: Bound, filter: Term | null, body: Term): Term {
  const domain = domainOf(premise);
  const over = filter === null ? domain : term(Kind.CONSTANT, 'Finset.filter', [lambda(name, type, filter), domain]);
  return term(Kind.CONSTANT, head, [over, lambda(name, type, body)]);
}

/** The finset over which `x ∈ s`, `x < n`, `x ≤ n` ranges. */
function domainOf(premise: Term | null): Term {
  if (premise === null) return term(Kind.CONSTANT, 'Finset.univ');
  const [first, second] = premise.args;
  if (premise.head === 'Membership.mem' && first !== undefined) return first;
  if (premise.head === 'LT.lt' && second !== undefined) return term(Kind.CONSTANT, 'Finset.Iio', [second]);
  if (premise.head === 'LE.le' && second !== undefined) return term(Kind.CONSTANT, 'Finset.Iic', [second]);
  return premise;
}

const VOLUME: Term = term(Kind.CONSTANT, 'MeasureTheory.MeasureSpace.volume');

/** `∫ x in s, f ∂μ`, `∫ x in a..b, f ∂μ`, `∫ x, f`. */
function integral(parser: TermParser, notation: BinderNotation, bound: readonly Bound[]): Term | null {
  let domain: Term | null = null;
  let upper: Term | null = null;
  if (parser.accept('in')) {
    domain = parser.expression(0);
    if (domain === null) return null;
    if (parser.accept('..')) upper = parser.expression(0);
  }
  if (!parser.accept(',')) return null;
  const body = parser.expression(notation.body);
  if (body === null) return null;
  const measure = parser.accept('∂') ? (parser.expression(70) ?? VOLUME) : VOLUME;
  parser.level = MAX - 2;
  const integrand = bound.reduceRight((inner, one) => function_(one, inner), body);
  if (upper !== null && domain !== null)
    return term(Kind.CONSTANT, 'intervalIntegral', [integrand, domain, upper, measure]);
  const over = domain === null ? measure : term(Kind.CONSTANT, 'MeasureTheory.Measure.restrict', [measure, domain]);
  return term(Kind.CONSTANT, notation.head, [over, integrand]);
}

/** Whether the next token of a signature opens a binder group. */
export function atBinderGroup(parser: TermParser): boolean {
  return parser.kind === SYMBOL && CLOSE[parser.word] !== undefined;
}

/** Whether the text is at its end. */
export function atEnd(parser: TermParser): boolean {
  return parser.kind === END;
}
