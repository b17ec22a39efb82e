/** Coercions: the functions that Lean inserts and prints as `↑`, and the places in a source that may contain one. */
import { wordTable } from '../../base/words.ts';
import * as Kind from './kinds.ts';
import { lastPart, type Term } from './term.ts';

/** Functions usually written as `↑x` or `(x : T)`, with their source type if it is a fixed type. */
const CASTS = wordTable(`
  Nat.cast Nat, Int.cast Int, Rat.cast Rat, NNReal.toReal NNReal, ENNReal.ofNNReal NNReal, Complex.ofReal Real,
  Real.toEReal Real, Fin.val Fin, Subtype.val, Units.val`);
const LAST_PARTS = new Set([...CASTS.keys()].map(lastPart));

export const ARROW = '↑';
/** Name of an ascription in the lists of constants. */
export const ASCRIBED = ':';

/** A term without the ascriptions around it; coercion arrows are kept. */
export function unascribed(tree: Term): Term {
  let at = tree;
  while (at.kind === Kind.ASCRIPTION) at = at.args[0]!;
  return at;
}

/** A pattern that requires a coercion: `↑p`, `Nat.cast p`. */
export interface Cast {
  inner: Term;
  /** Head of the source type; '' for any. */
  source: string;
}

export function castOf(pattern: Term): Cast | null {
  const root = unascribed(pattern);
  const [inner, ...more] = root.args;
  if (inner === undefined || more.length > 0) return null;
  if (root.kind === Kind.COERCION && root.head === ARROW) return { inner, source: '' };
  const source = root.kind === Kind.CONSTANT ? CASTS.get(root.head) : undefined;
  return source === undefined ? null : { inner, source };
}

/** The coerced term at a node of a statement: below `↑`, an ascription or a written cast; null if not found. */
export function coercedAt(tree: Term): Term | null {
  const [inner, ...more] = tree.args;
  if (inner === undefined) return null;
  if (tree.kind === Kind.COERCION) return tree.head === ARROW ? inner : null;
  if (tree.kind === Kind.ASCRIPTION)
    return inner.kind === Kind.NUMBER ? null : inner.kind === Kind.COERCION ? coercedAt(inner) : inner;
  const isWritten =
    (tree.kind === Kind.CONSTANT || tree.kind === Kind.PROJECTION) &&
    more.length === 0 &&
    LAST_PARTS.has(lastPart(tree.head));
  return isWritten ? inner : null;
}

/** Head of a term's type, from an ascription or from the type of its first variable; '' if unknown. */
export function visibleTypeHead(tree: Term, typeOf: (local: string) => string): string {
  if (tree.kind === Kind.ASCRIPTION) {
    const type = tree.args[1]!;
    return type.kind === Kind.CONSTANT ? type.head : '';
  }
  if (tree.kind === Kind.LOCAL && tree.args.length === 0) return typeOf(tree.head);
  for (const child of tree.args) {
    const head = visibleTypeHead(child, typeOf);
    if (head !== '') return head;
  }
  return '';
}

/** The pattern with its casts replaced by arrows, for the lookup of candidates. */
export function castsAsArrows(pattern: Term): Term {
  const cast = castOf(pattern);
  if (cast !== null && pattern.kind === Kind.CONSTANT)
    return { kind: Kind.COERCION, head: ARROW, args: [castsAsArrows(cast.inner)] };
  return pattern.args.length === 0 ? pattern : { ...pattern, args: pattern.args.map(castsAsArrows) };
}

/** Names of written casts in the lists of constants. */
export function castSpellings(): string[] {
  return [...CASTS.keys()].flatMap((name) => [name, lastPart(name), `.${lastPart(name)}`]);
}
