/** Reading one of the notations that start with a token: which are tried in which order, and the tree that each builds. */
import { parseBinders, type Bound } from './binders.ts';
import type { Rule } from './notation-table.ts';
import { Locals } from './context.ts';
import { TermParser } from './parser.ts';
import { CONSTANT, HOLE_TERM, LAMBDA, LOCAL, OPAQUE, apply, lambda, substitute, term, type Term } from './term.ts';

const NO_BOUND: readonly Bound[] = [];
const ENDS_OF_BINDERS: ReadonlySet<string> = new Set(['in', 'with']);

/** Tries the notations that begin (or go on behind `left`) with the current token, those in scope first. */
export function applyRules(
  parser: TermParser,
  rules: readonly Rule[],
  word: string,
  left: Term | null,
  min = 0,
): Term | null {
  const { level } = parser;
  const candidates = rules.length === 1 ? rules : inOrder(parser, rules, word);
  for (const rule of candidates) {
    if (left !== null && (rule.precedence < min || level < rule.left)) continue;
    if (rule.module !== null && !holdsHere(parser, rule, word)) continue;
    const before = parser.mark();
    const built = read(parser, rule, left);
    if (built !== null) {
      parser.level = rule.precedence;
      return built;
    }
    parser.reset(before);
    parser.level = level;
  }
  return null;
}

/** What an identifier that is a notation (`π`) stands for here; null if it is just a name. */
export function aliasMeaning(parser: TermParser, rules: readonly Rule[], word: string): Term | null {
  const { ambiguous, isOpen } = parser.context;
  for (const rule of rules.length === 1 ? rules : inOrder(parser, rules, word)) {
    const isUsable =
      rule.module === null
        ? rule.scope === null || ambiguous !== undefined || isOpen(rule.scope)
        : isDeclaredHere(parser, rule);
    if (isUsable) return build(parser, rule, [], []);
  }
  return null;
}

function read(parser: TermParser, rule: Rule, left: Term | null): Term | null {
  parser.advance();
  const [only] = rule.parts;
  if (rule.parts.length === 1 && 'hole' in only! && only.hole !== '...') {
    const hole = parser.expression(only.precedence);
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
      const hole = parser.expression(part.precedence);
      if (hole === null) return null;
      holes.push(hole);
    }
  }
  return build(parser, rule, holes, bound);
}

function build(parser: TermParser, rule: Rule, holes: readonly Term[], bound: readonly Bound[]): Term {
  if (rule.head !== null) return unequal(term(CONSTANT, rule.head, rule.swapped ? [holes[1]!, holes[0]!] : holes));
  if (rule.template === undefined) rule.template = templateOf(parser, rule);
  const { template } = rule;
  if (template === null) return term(OPAQUE, rule.expansion, holes);
  if (rule.holes.length === 0) return template;
  const values = new Map<string, Term>();
  for (let at = 0; at < rule.holes.length; at++) values.set(rule.holes[at]!, holes[at] ?? HOLE_TERM);
  if (rule.body === null) return substitute(template, values);
  const body = values.get(rule.body) ?? HOLE_TERM;
  const { scoped } = rule;
  if (scoped === null) {
    values.set(
      rule.body,
      bound.reduceRight((inner, { name, type }) => lambda(name, type, inner), body),
    );
    return substitute(template, values);
  }
  // `(scoped f => tsum f L)`: once for each variable, from the inside out.
  return bound.reduceRight(
    (inner, { name, type }) => substitute(template, new Map([...values, [scoped, lambda(name, type, inner)]])),
    body,
  );
}

function templateOf(parser: TermParser, rule: Rule): Term | null {
  rule.template = null;
  const names = rule.scoped === null ? rule.holes : [...rule.holes, rule.scoped];
  const locals = new Locals(new Map(names.map((name) => [name, ''])));
  // Not where it is first used, but where it is declared: the template is kept for all uses.
  const expansion = new TermParser(rule.expansion, {
    table: parser.context.table,
    locals,
    module: rule.module,
    before: rule.order,
    isOpen: (namespace) => namespace === rule.scope,
  }).all();
  const isSided = rule.holes.some((hole) => hole.endsWith('✝'));
  const whole = isSided
    ? beta(
        expansion,
        rule.holes.map((hole) => term(LOCAL, hole)),
      )
    : expansion;
  if (whole.kind !== CONSTANT || rule.resolvedHead === null || !rule.resolvedHead.endsWith(whole.head)) return whole;
  return term(CONSTANT, rule.resolvedHead, whole.args);
}

/** Longest first as in the table; among those, local, opened, global, then scoped elsewhere. */
function inOrder(parser: TermParser, rules: readonly Rule[], word: string): readonly Rule[] {
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
  // One that is in scope hides those of its form that are not, also where it binds too weakly to go on.
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

/** Of a local notation. One that is declared again for another meaning could else name itself, through others. */
function isDeclaredHere(parser: TermParser, rule: Rule): boolean {
  const { module, before = Infinity } = parser.context;
  return rule.module === module && rule.order < before;
}

/** A local notation holds in its module; elsewhere only as the sole reading of a token that is no identifier. */
function holdsHere(parser: TermParser, rule: Rule, word: string): boolean {
  if (rule.module === parser.context.module) return isDeclaredHere(parser, rule);
  return !/[\p{L}\p{N}]/u.test(word) && rule.parts.some((part) => 'token' in part);
}

/** `¬ (a = b)` is what `a ≠ b` unfolds to; both are one tree here. */
function unequal(tree: Term): Term {
  const inner = tree.head === 'Not' ? tree.args[0] : undefined;
  return inner !== undefined && inner.kind === CONSTANT && inner.head === 'Eq' && inner.args.length === 2
    ? term(CONSTANT, 'Ne', inner.args)
    : tree;
}

/** `fun x y => b` applied. */
function beta(fn: Term, args: readonly Term[]): Term {
  let at = fn;
  let used = 0;
  while (at.kind === LAMBDA && used < args.length) {
    at = substitute(at.args[1]!, new Map([[at.head, args[used]!]]));
    used++;
  }
  return apply(at, args.slice(used));
}
