/**
 * How far two terms agree if one is unfolded or its implicit arguments are not visible: a graded form of unification.
 * The pattern's variables (`META`) stand for any term, the same one each time. Two variables for one term are a
 * difference, because then the pattern says more than the tree needs.
 */
import * as Kind from '../lean/term/kinds.ts';
import { bare, lastPart, type Term } from '../lean/term/term.ts';

export interface Agreement {
  /** Nodes of the pattern with the same head in the tree. */
  hits: number;
  /** Nodes of both that differ. */
  misses: number;
}

const MAX_STEPS = 600;

export function align(pattern: Term, tree: Term): Agreement {
  return new Aligner().align(pattern, tree);
}

/** Aligns several pairs of terms under the same bindings of the pattern's variables. */
export class Aligner {
  readonly #bound = new Map<string, Term>();
  #steps = 0;

  get bound(): ReadonlyMap<string, Term> {
    return this.#bound;
  }

  /** Aligns with the existing bindings. Keeps new bindings only if `keep` accepts the agreement. */
  try(pattern: Term, tree: Term, keep: (agreement: Agreement) => boolean): Agreement {
    const before = new Set(this.#bound.keys());
    this.#steps = 0;
    const agreement = this.align(pattern, tree);
    if (!keep(agreement)) for (const name of this.#bound.keys()) if (!before.has(name)) this.#bound.delete(name);
    return agreement;
  }

  align(rawPattern: Term, rawTree: Term): Agreement {
    const pattern = bare(rawPattern);
    const tree = bare(rawTree);
    if (this.#steps++ > MAX_STEPS) return { hits: 0, misses: 1 };
    if (pattern.kind === Kind.HOLE || tree.kind === Kind.HOLE) return { hits: 0, misses: 0 };
    if (pattern.kind === Kind.META) return this.#variable(pattern, tree);
    const sameHead = isSameHead(pattern, tree);
    if (!sameHead && (pattern.args.length !== tree.args.length || pattern.args.length === 0))
      return { hits: 0, misses: weight(pattern) + weight(tree) };
    const own = isNamed(pattern.kind) || pattern.kind === Kind.NUMBER ? 1 : 0.25;
    const children = this.#arguments(pattern, tree);
    return sameHead
      ? { hits: own + children.hits, misses: children.misses }
      : { hits: children.hits, misses: 2 * own + children.misses };
  }

  #variable(pattern: Term, tree: Term): Agreement {
    if (pattern.args.length > 0) return { hits: 0, misses: 0 };
    const known = this.#bound.get(pattern.head);
    if (known !== undefined) return isEqual(known, tree) ? { hits: 1, misses: 0 } : { hits: 0, misses: 1 };
    const isShared = [...this.#bound.values()].some((other) => isEqual(other, tree));
    this.#bound.set(pattern.head, tree);
    return { hits: 0, misses: isShared ? 2 : 0 };
  }

  /** Aligns the last arguments, which are written; a field's receiver is moved to the place where it fits. */
  #arguments(pattern: Term, tree: Term): Agreement {
    const isField = pattern.kind === Kind.PROJECTION;
    if (isField === (tree.kind === Kind.PROJECTION) || !isNamed(tree.kind)) return this.#lists(pattern.args, tree.args);
    const [receiver, ...rest] = isField ? pattern.args : tree.args;
    const others = isField ? tree.args : pattern.args;
    const place =
      receiver === undefined
        ? 0
        : Math.max(
            0,
            others.findIndex((one) => mayBe(one, receiver)),
          );
    const ordered = receiver === undefined ? rest : [...rest.slice(0, place), receiver, ...rest.slice(place)];
    return isField ? this.#lists(ordered, tree.args) : this.#lists(pattern.args, ordered);
  }

  #lists(patterns: readonly Term[], trees: readonly Term[]): Agreement {
    const count = Math.min(patterns.length, trees.length);
    const sum = { hits: 0, misses: 0.5 * (patterns.length + trees.length - 2 * count) };
    for (let back = 1; back <= count; back++) {
      const { hits, misses } = this.align(patterns.at(-back)!, trees.at(-back)!);
      sum.hits += hits;
      sum.misses += misses;
    }
    return sum;
  }
}

/** Names are compared by their last part; bound variables may have any name. */
function isSameHead(pattern: Term, tree: Term): boolean {
  if (isNamed(pattern.kind) && isNamed(tree.kind)) return lastPart(pattern.head) === lastPart(tree.head);
  return pattern.kind === tree.kind && (BINDING.has(pattern.kind) || pattern.head === tree.head);
}

const BINDING: ReadonlySet<number> = new Set([Kind.LOCAL, Kind.LAMBDA, Kind.PI]);

function isNamed(kind: number): boolean {
  return kind === Kind.CONSTANT || kind === Kind.EXPLICIT || kind === Kind.PROJECTION;
}

/** Whether the heads agree, or one is a variable. */
function mayBe(rawA: Term, rawB: Term): boolean {
  const [a, b] = [bare(rawA), bare(rawB)];
  return a.kind === Kind.META || b.kind === Kind.META || lastPart(a.head) === lastPart(b.head);
}

function isEqual(rawA: Term, rawB: Term): boolean {
  const [a, b] = [bare(rawA), bare(rawB)];
  return (
    a.args.length === b.args.length &&
    lastPart(a.head) === lastPart(b.head) &&
    a.args.every((child, at) => isEqual(child, b.args[at]!))
  );
}

/** Number of nodes without ascribed types; variables, wildcards and lambdas count 0.25. */
function weight(tree: Term): number {
  if (tree.kind === Kind.ASCRIPTION) return weight(tree.args[0]!);
  const isLight =
    tree.kind === Kind.HOLE || tree.kind === Kind.META || tree.kind === Kind.LAMBDA || tree.kind === Kind.LOCAL;
  return tree.args.reduce((sum, child) => sum + weight(child), isLight ? 0.25 : 1);
}
