/** Terms that the following token turns into binders: `(x : A) → …`, `[C] → …`, `{x | …}`. */
import * as Kind from './kinds.ts';
import { local, term, type Term } from './term.ts';

/** Names of `(x y : T)`; null if the term is not such an ascription. */
export function binderNames(tree: Term): string[] | null {
  const [subject] = tree.args;
  if (tree.kind !== Kind.ASCRIPTION || subject === undefined) return null;
  const all = [subject, ...subject.args];
  if (
    all.some(
      (one, at) =>
        (at > 0 && one.args.length > 0) ||
        (one.kind !== Kind.CONSTANT && one.kind !== Kind.LOCAL && one.kind !== Kind.HOLE) ||
        one.head.includes('.'),
    )
  )
    return null;
  return all.map((one) => one.head);
}

/** `[C] → …`: the bracket was parsed as a list with one element. */
export function instanceBinder(tree: Term): Term | null {
  return tree.kind === Kind.CONSTANT && tree.head === 'List.cons' && tree.args[1]?.head === 'List.nil'
    ? tree.args[0]!
    : null;
}

/** Replaces constants that turn out to be bound with local variables. */
export function localise(tree: Term, bound: ReadonlyMap<string, Term>): Term {
  if (tree.kind === Kind.APPLY || tree.args.length > 0 || tree.kind === Kind.CONSTANT) {
    const args = tree.args.map((child) => localise(child, bound));
    const dot = tree.head.indexOf('.');
    if (tree.kind === Kind.CONSTANT) {
      if (bound.has(tree.head)) return local(tree.head, args);
      if (dot > 0 && bound.has(tree.head.slice(0, dot))) {
        return term(Kind.PROJECTION, `.${tree.head.slice(dot + 1)}`, [local(tree.head.slice(0, dot)), ...args]);
      }
    }
    return term(tree.kind, tree.head, args);
  }
  return tree;
}
