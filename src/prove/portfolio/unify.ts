/**
 * Approximate first-order matching of a lemma's conclusion with a term of the goal. It only sets the order of attempts;
 * Lean decides.
 */
import * as Kind from '../../lean/term/kinds.ts';
import { bare, lastPart, term, type Term } from '../../lean/term/term.ts';

export type Bindings = Map<string, Term>;

/** Whether `pattern` may match `tree`; a `META` matches any term. Extends `bound` only on success. */
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

/** Normalizes terms with two printed forms: `Nat.zero` and `0`, `Nat.succ n` and `n + 1`, `a ≠ b` and `¬a = b`. */
function normalize(tree: Term): Term {
  const root = bare(tree);
  if (root.kind !== Kind.CONSTANT && root.kind !== Kind.PROJECTION) return root;
  if (root.head === 'Nat.zero') return term(Kind.NUMBER, '0');
  if (root.args.length === 1 && (root.head === 'Nat.succ' || root.head === '.succ'))
    return term(Kind.CONSTANT, 'HAdd.hAdd', [root.args[0]!, term(Kind.NUMBER, '1')]);
  if (root.head === 'Ne' && root.args.length === 2)
    return term(Kind.CONSTANT, 'Not', [term(Kind.CONSTANT, 'Eq', root.args)]);
  return root;
}

function match(pattern: Term, tree: Term, bound: Bindings): boolean {
  switch (pattern.kind) {
    case Kind.META:
      return pattern.args.length > 0 || bind(pattern.head, tree, bound);
    case Kind.HOLE:
    case Kind.OPAQUE:
    case Kind.APPLY:
      return true;
    case Kind.NUMBER:
      return tree.kind === Kind.NUMBER ? tree.head === pattern.head : tree.kind === Kind.OPAQUE;
    case Kind.SORT:
      return tree.kind === Kind.SORT;
    case Kind.LAMBDA:
      return true;
    case Kind.PI:
      return tree.kind === Kind.PI && matchAll(pattern.args, tree.args, bound);
    default:
      return matchNamed(pattern, tree, bound);
  }
}

function matchNamed(pattern: Term, tree: Term, bound: Bindings): boolean {
  if (tree.kind === Kind.OPAQUE || tree.kind === Kind.META) return true;
  const isNamed =
    tree.kind === Kind.CONSTANT ||
    tree.kind === Kind.EXPLICIT ||
    tree.kind === Kind.LOCAL ||
    tree.kind === Kind.PROJECTION;
  if (!isNamed || !isSameName(pattern.head, tree.head)) return false;
  // In `x.f a` the receiver may be any argument, and `@f` shows more of them.
  const isPlain = pattern.kind === tree.kind && pattern.kind !== Kind.EXPLICIT;
  if (!isPlain) return pattern.kind !== Kind.LOCAL;
  return pattern.args.length <= tree.args.length && matchAll(pattern.args, tree.args, bound);
}

function matchAll(patterns: readonly Term[], trees: readonly Term[], bound: Bindings): boolean {
  return patterns.every((pattern, at) => match(normalize(pattern), normalize(trees[at]!), bound));
}

function bind(name: string, tree: Term, bound: Bindings): boolean {
  const known = bound.get(name);
  if (known === undefined) bound.set(name, tree);
  return known === undefined || isSame(known, tree);
}

/** `area` within its namespace equals `Grid.area` outside. */
function isSameName(a: string, b: string): boolean {
  return a === b || lastPart(a) === lastPart(b);
}
