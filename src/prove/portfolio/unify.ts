/**
 * Approximate first-order unification of a lemma's conclusion with a term of the goal. It only sets the order of
 * attempts; Lean decides.
 */
import * as Kind from '../../lean/term/kinds.ts';
import { apply, bare, lastPart, substitute, term, type Term } from '../../lean/term/term.ts';

export type Bindings = Map<string, Term>;

/** Whether both terms may become equal; a `META` in either matches any term. Extends `bound` only on success. */
export function mayMatch(pattern: Term, tree: Term, bound: Bindings): boolean {
  const extended = new Map(bound);
  if (!match(normalize(pattern), normalize(tree), extended)) return false;
  for (const [name, value] of extended) bound.set(name, value);
  return true;
}

/** The subterms of `tree` that may match `pattern`, with `tree` itself first. */
export function matchesWithin(pattern: Term, tree: Term): Term[] {
  const found = mayMatch(pattern, tree, new Map()) ? [tree] : [];
  return [...found, ...tree.args.flatMap((child) => matchesWithin(pattern, child))];
}

export function isSame(a: Term, b: Term): boolean {
  const [x, y] = [normalize(a), normalize(b)];
  if (x.kind !== y.kind || x.args.length !== y.args.length) return false;
  if (x.kind !== Kind.PI && x.kind !== Kind.LAMBDA && !isSameName(x.head, y.head)) return false;
  return x.args.every((child, at) => isSame(child, y.args[at]!));
}

/** Normalizes terms with several forms: `Nat.zero` and `0`, `Nat.succ n` and `n + 1`, `a ≠ b` and `¬a = b`. */
export function normalize(tree: Term): Term {
  const root = bare(tree);
  if (root.kind !== Kind.CONSTANT && root.kind !== Kind.PROJECTION) return root;
  if (root.head === 'Nat.zero') return term(Kind.NUMBER, '0');
  if (root.args.length === 1 && (root.head === 'Nat.succ' || root.head === '.succ')) return successor(root.args[0]!);
  // `a + (b + 1)` as `a + b + 1`.
  const [left, right] = root.args;
  if (root.head === SUM && right?.kind === Kind.CONSTANT && right.head === SUM && right.args[1]?.kind === Kind.NUMBER)
    return term(Kind.CONSTANT, SUM, [term(Kind.CONSTANT, SUM, [left!, right.args[0]!]), right.args[1]]);
  // `a + 2` as `a + 1 + 1`.
  if (root.head === SUM && right?.kind === Kind.NUMBER && SMALL.has(right.head))
    return successor(term(Kind.CONSTANT, SUM, [left!, term(Kind.NUMBER, String(Number(right.head) - 1))]));
  if (root.head === 'Ne' && root.args.length === 2)
    return term(Kind.CONSTANT, 'Not', [term(Kind.CONSTANT, 'Eq', root.args)]);
  return root;
}

/** The term with the values of its variables, also within these values. */
export function instantiate(tree: Term, bound: Bindings): Term {
  const root = valueOf(tree, bound, (each) => each);
  return root.args.length === 0
    ? root
    : term(
        root.kind,
        root.head,
        root.args.map((child) => instantiate(child, bound)),
      );
}

/** The value of a variable, as long as the root is a variable with a value. */
function valueOf(tree: Term, bound: Bindings, read: (value: Term) => Term = normalize): Term {
  let root = tree;
  while (root.kind === Kind.META) {
    const value = bound.get(root.head);
    if (value === undefined) return root;
    root = read(apply(value, root.args));
  }
  return root;
}

export const SUM = 'HAdd.hAdd';
export const PRODUCT = 'HMul.hMul';
const SMALL = new Set(['2', '3', '4', '5']);

export function successor(number: Term): Term {
  return term(Kind.CONSTANT, SUM, [number, term(Kind.NUMBER, '1')]);
}

function match(left: Term, right: Term, bound: Bindings): boolean {
  const pattern = valueOf(left, bound);
  const tree = valueOf(right, bound);
  if (pattern.kind === Kind.META) return pattern.args.length > 0 || bind(pattern.head, tree, bound);
  if (tree.kind === Kind.META) return tree.args.length > 0 || bind(tree.head, pattern, bound);
  switch (pattern.kind) {
    case Kind.HOLE:
    case Kind.OPAQUE:
    case Kind.APPLY:
      return true;
    case Kind.NUMBER:
      return tree.kind === Kind.NUMBER ? tree.head === pattern.head : tree.kind === Kind.OPAQUE;
    case Kind.SORT:
      return tree.kind === Kind.SORT;
    case Kind.LAMBDA:
      return tree.kind !== Kind.LAMBDA || matchBinder(pattern, tree, bound);
    case Kind.PI:
      return tree.kind === Kind.PI && matchBinder(pattern, tree, bound);
    default:
      return matchNamed(pattern, tree, bound) || matchOrder(pattern, tree, bound);
  }
}

/** The bound variables may have different names. */
function matchBinder(pattern: Term, tree: Term, bound: Bindings): boolean {
  const [type, body] = pattern.args as [Term, Term];
  const isRenamed = pattern.head !== '' && tree.head !== '' && pattern.head !== tree.head;
  const renamed = isRenamed ? substitute(body, new Map([[pattern.head, term(Kind.LOCAL, tree.head)]])) : body;
  return matchAll([type, renamed], tree.args, bound);
}

function matchNamed(pattern: Term, tree: Term, bound: Bindings): boolean {
  if (tree.kind === Kind.OPAQUE) return true;
  const isNamed =
    tree.kind === Kind.CONSTANT ||
    tree.kind === Kind.EXPLICIT ||
    tree.kind === Kind.LOCAL ||
    tree.kind === Kind.PROJECTION;
  if (!isNamed || !isSameName(pattern.head, tree.head)) return false;
  if (pattern.kind === Kind.LOCAL && tree.kind !== Kind.LOCAL) return false;
  // In `x.f a` the receiver may be any argument, and `@f` shows more of them.
  if (pattern.kind !== tree.kind && pattern.args.length === tree.args.length && pattern.kind !== Kind.EXPLICIT)
    return matchReceiver(pattern, tree, bound);
  if (pattern.kind !== tree.kind || pattern.kind === Kind.EXPLICIT) return true;
  return pattern.args.length <= tree.args.length && matchAll(pattern.args, tree.args, bound);
}

/** `x.f a` and `f a x`: the receiver is the first argument of the same type, which is unknown here. */
function matchReceiver(pattern: Term, tree: Term, bound: Bindings): boolean {
  const [projection, other] = pattern.kind === Kind.PROJECTION ? [pattern, tree] : [tree, pattern];
  if (projection.kind !== Kind.PROJECTION || other.kind === Kind.PROJECTION) return true;
  const [receiver, ...args] = projection.args as [Term, ...Term[]];
  return projection.args.some((_, at) => {
    const extended = new Map(bound);
    const placed = [...args.slice(0, at), receiver, ...args.slice(at)];
    if (!matchAll(placed, other.args, extended)) return false;
    for (const [name, value] of extended) bound.set(name, value);
    return true;
  });
}

/** `a < b` as `a + 1 ≤ b`, which it is for natural numbers. */
function matchOrder(pattern: Term, tree: Term, bound: Bindings): boolean {
  const [one, other] = [strictAsWeak(pattern), strictAsWeak(tree)];
  if ((one === null) === (other === null)) return false;
  return matchNamed(one ?? pattern, other ?? tree, bound);
}

function strictAsWeak({ kind, head, args }: Term): Term | null {
  if (kind !== Kind.CONSTANT || head !== 'LT.lt' || args.length !== 2) return null;
  return term(Kind.CONSTANT, 'LE.le', [successor(args[0]!), args[1]!]);
}

function matchAll(patterns: readonly Term[], trees: readonly Term[], bound: Bindings): boolean {
  return patterns.every((pattern, at) => match(normalize(pattern), normalize(trees[at]!), bound));
}

/** Gives the variable a value, unless the value contains it: `instantiate` would not end. Returns whether they may be equal. */
export function bind(name: string, tree: Term, bound: Bindings): boolean {
  if (tree.kind === Kind.META && tree.head === name) return true;
  if (occurs(name, tree, bound)) return false;
  bound.set(name, tree);
  return true;
}

function occurs(name: string, tree: Term, bound: Bindings): boolean {
  const root = valueOf(tree, bound);
  return (root.kind === Kind.META && root.head === name) || root.args.some((child) => occurs(name, child, bound));
}

/** `area` within its namespace equals `Grid.area` outside. */
function isSameName(a: string, b: string): boolean {
  return a === b || lastPart(a) === lastPart(b);
}
