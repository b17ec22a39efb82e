/** Applies the notations that start with a token: the order in which they are tried, and the tree that each builds. */
import { parseBinders, type Bound } from './binders.ts';
import type { Rule } from './notation-table.ts';
import type { ParserMark, TermParser } from './parser.ts';
import { isTooLarge, templateOf } from './notation-template.ts';
import * as Kind from './kinds.ts';
import { HOLE_TERM, constant, lambda, substitute, term, type Term } from './term.ts';

const NO_BOUND: readonly Bound[] = [];
const ENDS_OF_BINDERS: ReadonlySet<string> = new Set(['in', 'with']);

/** Tries the notations that start (or continue after `left`) with the current token, those in scope first. */
export function applyRules(
  parser: TermParser,
  rules: readonly Rule[],
  word: string,
  left: Term | null,
  min = 0,
): Term | null {
  const { level } = parser;
  const candidates = rules.length === 1 ? rules : ordered(parser, rules, word);
  const first: FirstHole = { precedence: -1, term: null, after: null };
  for (const rule of candidates) {
    if (left !== null && (rule.precedence < min || level < rule.left)) continue;
    if (rule.module !== null && !holdsHere(parser, rule, word)) continue;
    const before = parser.mark();
    const built = read(parser, rule, left, first);
    if (built !== null) {
      parser.level = rule.precedence;
      return built;
    }
    parser.reset(before);
    parser.level = level;
  }
  return null;
}

/** The meaning of an identifier that is a notation (`π`); null if it is just a name. */
export function aliasMeaning(parser: TermParser, rules: readonly Rule[], word: string): Term | null {
  const { ambiguous, isOpen } = parser.context;
  for (const rule of rules.length === 1 ? rules : ordered(parser, rules, word)) {
    const isUsable =
      rule.module === null
        ? rule.scope === null || ambiguous !== undefined || isOpen(rule.scope)
        : isDeclaredHere(parser, rule);
    if (isUsable) return build(parser, rule, [], []);
  }
  return null;
}

/** The last term parsed right after the token, reused by notations that differ only later. */
interface FirstHole {
  precedence: number;
  term: Term | null;
  after: ParserMark | null;
}

function readFirst(parser: TermParser, precedence: number, first: FirstHole): Term | null {
  if (first.after !== null && first.precedence === precedence) {
    parser.reset(first.after);
    return first.term;
  }
  first.precedence = precedence;
  first.term = parser.expression(precedence);
  first.after = parser.mark();
  return first.term;
}

function read(parser: TermParser, rule: Rule, left: Term | null, first: FirstHole): Term | null {
  parser.advance();
  const [only] = rule.parts;
  if (rule.parts.length === 1 && 'hole' in only! && only.hole !== '...') {
    const hole = readFirst(parser, only.precedence, first);
    return hole === null ? null : build(parser, rule, left === null ? [hole] : [left, hole], NO_BOUND);
  }
  const holes: Term[] = left === null ? [] : [left];
  let bound: readonly Bound[] = NO_BOUND;
  for (const part of rule.parts) {
    if ('token' in part) {
      if (!parser.accept(part.token)) return null;
    } else if (part.hole === '...') {
      bound = parseBinders(parser, ENDS_OF_BINDERS);
      if (bound.length === 0) return null;
      holes.push(HOLE_TERM);
    } else {
      const isFirst = part === rule.parts[0];
      const hole = isFirst ? readFirst(parser, part.precedence, first) : parser.expression(part.precedence);
      if (hole === null) return null;
      holes.push(hole);
    }
  }
  return build(parser, rule, holes, bound);
}

function build(parser: TermParser, rule: Rule, holes: readonly Term[], bound: readonly Bound[]): Term {
  if (rule.head !== null) return unequal(constant(rule.head, rule.swapped ? [holes[1]!, holes[0]!] : holes));
  const template = templateOf(rule, parser);
  if (template === null || !parser.mayNest((template.depth - 1) * Math.max(1, bound.length)))
    return term(Kind.OPAQUE, rule.expansion, holes);
  if (rule.holes.length === 0) return template.tree;
  if (holes.some((hole) => isTooLarge(hole, template))) return term(Kind.OPAQUE, rule.expansion, holes);
  const values = new Map<string, Term>();
  for (let at = 0; at < rule.holes.length; at++) values.set(rule.holes[at]!, holes[at] ?? HOLE_TERM);
  if (rule.body === null) return substitute(template.tree, values);
  const body = values.get(rule.body) ?? HOLE_TERM;
  const { scoped } = rule;
  if (scoped === null) {
    const fn = bound.reduceRight((inner, { name, type }) => lambda(name, type, inner), body);
    values.set(rule.body, fn);
    return substitute(template.tree, values);
  }
  // `(scoped f => tsum f L)`: once per variable, from the inside out.
  return bound.reduceRight((inner, { name, type }) => {
    const fn = lambda(name, type, inner);
    if (isTooLarge(fn, template)) return term(Kind.OPAQUE, rule.expansion, [fn]);
    return substitute(template.tree, new Map([...values, [scoped, fn]]));
  }, body);
}

/** Longest first as in the table; then local, opened, global, and finally scoped notations that are not open. */
function ordered(parser: TermParser, rules: readonly Rule[], word: string): readonly Rule[] {
  const { ambiguous, choices } = parser.context;
  if (ambiguous !== undefined) {
    const usable = rules.filter((rule) => rule.module === null);
    if (usable.length > 1) ambiguous.set(word, usable.length);
    const chosen = usable[choices?.get(word) ?? 0];
    return chosen === undefined ? rules : [chosen, ...rules.filter((rule) => rule !== chosen)];
  }
  return parser.context.table.orders.of(rules, parser.context, () => ranked(parser, rules));
}

function ranked(parser: TermParser, rules: readonly Rule[]): readonly Rule[] {
  const ranks = rules.map((rule, at) => ({ rule, scope: scopeRank(parser, rule), at }));
  // A notation in scope hides those of the same form that are not, even if it binds too weakly to continue.
  const hides = (length: number) => ranks.some(({ rule, scope }) => scope < ELSEWHERE && rule.parts.length === length);
  return ranks
    .filter(({ rule, scope }) => scope < ELSEWHERE || !hides(rule.parts.length))
    .sort((a, b) => b.rule.parts.length - a.rule.parts.length || a.scope - b.scope || a.at - b.at)
    .map(({ rule }) => rule);
}

const ELSEWHERE = 3;

function scopeRank(parser: TermParser, rule: Rule): number {
  if (rule.module !== null) return rule.module === parser.context.module ? 0 : ELSEWHERE;
  if (rule.scope === null) return 2;
  return parser.context.isOpen(rule.scope) ? 1 : ELSEWHERE;
}

/** For a local notation. Only earlier declarations count, so a redeclared notation never contains itself. */
function isDeclaredHere(parser: TermParser, rule: Rule): boolean {
  const { module, before = Infinity } = parser.context;
  return rule.module === module && rule.order < before;
}

/** A local notation applies in its module; elsewhere only as the only reading of a token that is not an identifier. */
function holdsHere(parser: TermParser, rule: Rule, word: string): boolean {
  if (rule.module === parser.context.module) return isDeclaredHere(parser, rule);
  return !/[\p{L}\p{N}]/u.test(word) && rule.parts.some((part) => 'token' in part);
}

/** Treats `¬ (a = b)`, the unfolding of `a ≠ b`, as the same tree. */
function unequal(tree: Term): Term {
  const inner = tree.head === 'Not' ? tree.args[0] : undefined;
  return inner !== undefined && inner.kind === Kind.CONSTANT && inner.head === 'Eq' && inner.args.length === 2
    ? constant('Ne', inner.args)
    : tree;
}
