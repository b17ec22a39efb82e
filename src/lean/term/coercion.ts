/** Coercions: the functions that Lean inserts and shows as `↑`, and the places where a source may have one. */
import { ASCRIPTION, COERCION, CONSTANT, LOCAL, NUMBER, PROJECTION, lastPart, type Term } from './term.ts';

/** Functions that sources mostly write as `↑x` or `(x : T)`, with the type that they come from, where it is one. */
const CASTS: ReadonlyMap<string, string> = new Map([
  ['Nat.cast', 'Nat'],
  ['Int.cast', 'Int'],
  ['Rat.cast', 'Rat'],
  ['NNReal.toReal', 'NNReal'],
  ['ENNReal.ofNNReal', 'NNReal'],
  ['Complex.ofReal', 'Real'],
  ['Real.toEReal', 'Real'],
  ['Fin.val', 'Fin'],
  ['Subtype.val', ''],
  ['Units.val', ''],
]);
const LAST_PARTS = new Set([...CASTS.keys()].map(lastPart));

export const ARROW = '↑';
/** What the lists of constants call an ascription. */
export const ASCRIBED = ':';

/** A term without the ascriptions around it; coercion arrows stay. */
export function unascribed(tree: Term): Term {
  let at = tree;
  while (at.kind === ASCRIPTION) at = at.args[0]!;
  return at;
}

/** A pattern that asks for a coercion: `↑p`, `Nat.cast p`. */
export interface Cast {
  inner: Term;
  /** Head of the type that is coerced; '' for any. */
  source: string;
}

export function castOf(pattern: Term): Cast | null {
  const root = unascribed(pattern);
  const [inner, ...more] = root.args;
  if (inner === undefined || more.length > 0) return null;
  if (root.kind === COERCION && root.head === ARROW) return { inner, source: '' };
  const source = root.kind === CONSTANT ? CASTS.get(root.head) : undefined;
  return source === undefined ? null : { inner, source };
}

/** What is coerced at a place of a statement: below `↑`, an ascription or a written cast; null if nothing can be. */
export function coercedAt(tree: Term): Term | null {
  const [inner, ...more] = tree.args;
  if (inner === undefined) return null;
  if (tree.kind === COERCION) return tree.head === ARROW ? inner : null;
  if (tree.kind === ASCRIPTION)
    return inner.kind === NUMBER ? null : inner.kind === COERCION ? coercedAt(inner) : inner;
  const isWritten =
    (tree.kind === CONSTANT || tree.kind === PROJECTION) && more.length === 0 && LAST_PARTS.has(lastPart(tree.head));
  return isWritten ? inner : null;
}

/** Head of a term's type, as far as an ascription or the type of its first variable shows it; '' if not. */
export function typeSeen(tree: Term, typeOf: (local: string) => string): string {
  if (tree.kind === ASCRIPTION) {
    const type = tree.args[1]!;
    return type.kind === CONSTANT ? type.head : '';
  }
  if (tree.kind === LOCAL && tree.args.length === 0) return typeOf(tree.head);
  for (const child of tree.args) {
    const seen = typeSeen(child, typeOf);
    if (seen !== '') return seen;
  }
  return '';
}

/** The pattern with its casts as arrows, which candidates are looked up without. */
export function castsAsArrows(pattern: Term): Term {
  const cast = castOf(pattern);
  if (cast !== null && pattern.kind === CONSTANT)
    return { kind: COERCION, head: ARROW, args: [castsAsArrows(cast.inner)] };
  return pattern.args.length === 0 ? pattern : { ...pattern, args: pattern.args.map(castsAsArrows) };
}

/** Names under which a written cast stands in the lists of constants. */
export function castSpellings(): string[] {
  return [...CASTS.keys()].flatMap((name) => [name, lastPart(name), `.${lastPart(name)}`]);
}
