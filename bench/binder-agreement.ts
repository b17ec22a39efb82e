/** Compares the binders of a statement as the source reader reads it with those that Lean shows. */
import * as Kind from '../src/lean/term/kinds.ts';
import type { Statement } from '../src/lean/term/statement.ts';
import type { Term } from '../src/lean/term/term.ts';

/** One binder: bracket and name. */
export type Binder = [bracket: string, name: string];

/** Bracket of a binder after the colon: a term does not have it, and no name either if the binder is an arrow. */
const AFTER_COLON = '?';

/** Our binders: those before the colon, and the leading binders and arrows of the type. */
export function bindersOf(statement: Statement): Binder[] {
  const found: Binder[] = statement.binders.map(({ style, name }): Binder => [style === '' ? '(' : style, name]);
  for (let at: Term | null = statement.type; at?.kind === Kind.PI; at = at.args[1] ?? null)
    found.push([AFTER_COLON, at.head]);
  return found;
}

/** Whether the binders before our colon, of those compared, are the first of Lean's, with the same names. */
export function agrees(
  ours: readonly Binder[],
  theirs: readonly Binder[],
  isCompared: (bracket: string) => boolean,
): boolean {
  const written = ours.filter(([bracket]) => bracket !== AFTER_COLON && isCompared(bracket));
  const lean = theirs.filter(([bracket]) => isCompared(bracket));
  return written.every(([bracket, name], at) => {
    const [otherBracket, otherName] = lean[at] ?? [];
    return bracket === otherBracket && (bracket === '[' || name === otherName || name === '_' || name === '');
  });
}

/** Whether Lean has no more explicit binders than ours; those after our colon may be of any bracket. */
export function isComplete(ours: readonly Binder[], theirs: readonly Binder[]): boolean {
  const count = (binders: readonly Binder[], bracket: string): number =>
    binders.filter(([one]) => one === bracket).length;
  return count(theirs, '(') <= count(ours, '(') + count(ours, AFTER_COLON);
}
