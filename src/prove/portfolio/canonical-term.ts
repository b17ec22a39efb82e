/** Canonical forms of terms, and keys that compare them. */
import { memoize } from '../../base/memoize.ts';
import * as Kind from '../../lean/term/kinds.ts';
import { lastPart, someSubterm, term, type Term } from '../../lean/term/term.ts';
import { normalize } from './unify.ts';

/** One form for terms that are the same: `n.succ` and `n + 1`, `s.length` and `Row.length s`. */
export const canonical = memoize((tree: Term): Term => {
  const root = normalize(tree);
  const args = root.args.length === 0 ? root.args : root.args.map(canonical);
  const isNamed = root.kind === Kind.PROJECTION && !root.head.startsWith('.');
  return term(isNamed ? Kind.CONSTANT : root.kind, root.head, args);
});

/** Equal for terms that are the same up to the namespaces of names. */
export const keyOf = memoize(({ kind, head, args }: Term): string => {
  const name = kind === Kind.CONSTANT || kind === Kind.EXPLICIT ? lastPart(head) : head;
  const own = kind === Kind.CONSTANT || kind === Kind.LOCAL ? name : `${kind}:${name}`;
  return args.length === 0 ? own : `(${own} ${args.map(keyOf).join(' ')})`;
});

/** The term with other names for its constants, by the last part of their names. */
export function renamed({ kind, head, args }: Term, names: ReadonlyMap<string, string>): Term {
  const name = kind === Kind.CONSTANT ? (names.get(lastPart(head)) ?? head) : head;
  return term(
    kind,
    name,
    args.map((child) => renamed(child, names)),
  );
}

/** The term with `by` for each term with this key. Nothing is replaced within terms for which `isClosed` holds. */
export function replaced(tree: Term, key: string, by: Term, isClosed: (tree: Term) => boolean = () => false): Term {
  if (keyOf(tree) === key) return by;
  if (tree.args.length === 0 || isClosed(tree)) return tree;
  const args = tree.args.map((child) => replaced(child, key, by, isClosed));
  return args.every((child, at) => child === tree.args[at]) ? tree : term(tree.kind, tree.head, args);
}

/** Whether the term has no unknown syntax and no hole; the type of a bound variable may be missing. */
export function isReadable({ kind, args }: Term): boolean {
  if (kind === Kind.OPAQUE || kind === Kind.HOLE) return false;
  const isBinder = kind === Kind.LAMBDA || kind === Kind.PI;
  return args.every((each, at) => (isBinder && at === 0 && each.kind === Kind.HOLE) || isReadable(each));
}

/** Whether a proof can write the term: it also has no variable of a search and no name that Lean hides. */
export const isWritable = (tree: Term): boolean =>
  isReadable(tree) && !someSubterm(tree, ({ kind, head }) => kind === Kind.META || head.includes('_dagger'));
