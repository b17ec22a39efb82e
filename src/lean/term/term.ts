/** Trees of Lean terms as written in the source: the node and its printing. Nothing here parses. */
import * as Kind from './kinds.ts';

/** One node. Applications are flat: `f a b` is one node with two `args`. */
export interface Term {
  readonly kind: number;
  readonly head: string;
  readonly args: readonly Term[];
}

const NO_ARGS: readonly Term[] = [];

export function term(kind: number, head: string, args: readonly Term[] = NO_ARGS): Term {
  return { kind, head, args };
}

export const constant = (name: string, args?: readonly Term[]): Term => term(Kind.CONSTANT, name, args);

export const local = (name: string, args?: readonly Term[]): Term => term(Kind.LOCAL, name, args);

export const HOLE_TERM = term(Kind.HOLE, '_');

/** Whether the node is a name with arguments, to which arguments can be appended. */
function isNamed(kind: number): boolean {
  return (
    kind === Kind.CONSTANT ||
    kind === Kind.LOCAL ||
    kind === Kind.PROJECTION ||
    kind === Kind.EXPLICIT ||
    kind === Kind.META
  );
}

/** `apply(f a, [b])` is `f a b`. */
export function apply(fn: Term, args: readonly Term[]): Term {
  if (args.length === 0) return fn;
  if (fn.kind === Kind.COERCION && fn.head === '⇑') return apply(fn.args[0] ?? HOLE_TERM, args);
  if (isNamed(fn.kind) || fn.kind === Kind.APPLY)
    return term(fn.kind, fn.head, fn.args.length === 0 ? args : [...fn.args, ...args]);
  return term(Kind.APPLY, '', [fn, ...args]);
}

/** `fun x => f x` is `f`. */
export function lambda(name: string, type: Term, body: Term): Term {
  const last = body.args[body.args.length - 1];
  if (
    name !== '' &&
    name !== '_' &&
    isNamed(body.kind) &&
    last !== undefined &&
    last.kind === Kind.LOCAL &&
    last.head === name &&
    last.args.length === 0
  ) {
    const receiver = body.kind === Kind.PROJECTION && body.args.length === 1;
    const rest = term(body.kind, body.head, body.args.slice(0, -1));
    if (!receiver && body.head !== name && !mentions(rest, name)) return rest;
  }
  return term(Kind.LAMBDA, name, [type, body]);
}

function mentions(tree: Term, name: string): boolean {
  if (tree.kind === Kind.LOCAL && tree.head === name) return true;
  for (const child of tree.args) if (mentions(child, name)) return true;
  return false;
}

/** Replaces locals by their `values`, keeping their arguments. */
export function substitute(tree: Term, values: ReadonlyMap<string, Term>): Term {
  const args = tree.args.length === 0 ? tree.args : tree.args.map((child) => substitute(child, values));
  if (tree.kind === Kind.LOCAL) {
    const value = values.get(tree.head);
    if (value !== undefined) return apply(value, args);
  }
  return args === tree.args ? tree : term(tree.kind, tree.head, args);
}

/** Applies `fun x y => b` to arguments. */
export function beta(fn: Term, args: readonly Term[]): Term {
  let at = fn;
  let used = 0;
  while (at.kind === Kind.LAMBDA && used < args.length) {
    at = substitute(at.args[1]!, new Map([[at.head, args[used]!]]));
    used++;
  }
  return apply(at, args.slice(used));
}

/** Removes ascriptions and coercion arrows at the root, which Lean's elaborator usually does not show. */
export function bare(tree: Term): Term {
  let at = tree;
  while (at.kind === Kind.ASCRIPTION || at.kind === Kind.COERCION) at = at.args[0] ?? HOLE_TERM;
  return at;
}

/** The part after the last dot. */
export function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** Head of a type for dot notation: `Finset` of `Finset α`; '' if it is not a constant. */
export function typeHead(type: Term): string {
  const root = bare(type);
  if (root.kind === Kind.CONSTANT || root.kind === Kind.EXPLICIT) return root.head;
  return root.kind === Kind.PI ? 'Function' : '';
}

/** The tree and all terms within it, the outer ones first. */
export function* subterms(tree: Term): Generator<Term> {
  yield tree;
  for (const child of tree.args) yield* subterms(child);
}

/** Whether the test holds for the tree or a term within it. */
export function someSubterm(tree: Term, test: (term: Term) => boolean): boolean {
  return test(tree) || tree.args.some((child) => someSubterm(child, test));
}

export function size(tree: Term): number {
  let sum = 1;
  for (const child of tree.args) sum += size(child);
  return sum;
}

/** Whether a tree has more than `max` nodes. Stops counting there. */
export function exceeds(tree: Term, max: number): boolean {
  const left = [tree];
  let nodes = 0;
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    if (++nodes > max) return true;
    for (const child of at.args) left.push(child);
  }
  return false;
}

/** Limit on shared nodes, which a traversal visits once per name. Beyond it, only one of the names keeps them. */
const MAX_SHARED = 100_000;

/** The shared tree for the other `count` − 1 names; null if it is too large to share. */
export function forOthers(tree: Term, count: number): Term | null {
  return count > 1 && exceeds(tree, MAX_SHARED / count) ? null : tree;
}

/** Prints without notation; the result parses back to the same tree, except for the content of `OPAQUE`. */
export function print(tree: Term): string {
  const [first, second] = tree.args;
  switch (tree.kind) {
    case Kind.PI:
      return `(∀ (${tree.head || '_'} : ${first ? print(first) : '_'}), ${second ? print(second) : '_'})`;
    case Kind.LAMBDA:
      return `(fun (${tree.head || '_'} : ${first ? print(first) : '_'}) => ${second ? print(second) : '_'})`;
    case Kind.ASCRIPTION:
      return `(${first ? print(first) : '_'} : ${second ? print(second) : '_'})`;
    case Kind.COERCION:
      return `(${tree.head}${first ? print(first) : '_'})`;
    case Kind.PROJECTION:
      return parenthesised(`${first ? print(first) : '_'}.${lastPart(tree.head)}`, tree.args.slice(1));
    case Kind.APPLY:
      return parenthesised(first ? print(first) : '_', tree.args.slice(1));
    case Kind.EXPLICIT:
      return parenthesised(`@${tree.head}`, tree.args);
    case Kind.META:
      return parenthesised(`?${tree.head}`, tree.args);
    case Kind.TEXT:
      return JSON.stringify(tree.head);
    case Kind.OPAQUE:
      return `⟨${[tree.head, ...tree.args.map(print)].filter((part) => part !== '').join(', ')}⟩`;
    default:
      return parenthesised(tree.head, tree.args);
  }
}

function parenthesised(head: string, args: readonly Term[]): string {
  return args.length === 0 ? head : `(${head} ${args.map(print).join(' ')})`;
}
