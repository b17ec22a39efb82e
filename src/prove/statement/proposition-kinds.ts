/** Tells hypotheses from data: whether the type of a variable is a proposition. */
import { wordSet } from '../../base/words.ts';
import { PROPOSITION_HEADS } from '../../lean/term/proposition-heads.ts';
import { shownName } from '../../verify/audit/lean-name.ts';
import type { Subject } from '../../verify/audit/subject.ts';
import { headOf, telescope, termOf, type Term, type Variable } from './terms.ts';

const DATA = wordSet(`
  Nat Int Rat Real Complex NNReal ENNReal Bool String Char List Option Prod Sum Fin Set Finset Multiset Array Unit PUnit
  Empty PEmpty Subtype Sigma ZMod Polynomial Matrix UInt8 UInt16 UInt32 UInt64 USize Float`);

/** Whether a term of this type is a proof; null if that is unknown: it depends on an imported constant. */
export function isProposition(type: Term, scope: ReadonlyMap<number, Variable>, subject: Subject): boolean | null {
  const { variables, conclusion } = telescope(type);
  const inner = new Map([...scope, ...variables.map((each) => [each.id, each] as const)]);
  if (conclusion.kind === 'sort') return false;
  const head = conclusion.kind === 'app' ? conclusion.fn : conclusion;
  if (head.kind === 'var') {
    const known = inner.get(head.id);
    return known === undefined ? null : endsInProp(known.type);
  }
  const name = headOf(conclusion);
  if (name === null) return null;
  if (PROPOSITION_HEADS.has(name)) return true;
  if (DATA.has(name)) return false;
  const own = subject.module.declarations.find((each) => shownName(each.name) === name);
  return own === undefined ? null : endsInProp(termOf(subject.module, own.type));
}

/** Whether the type is certainly no proposition for any values of its variables. */
export function isKnownData(type: Term): boolean {
  const { conclusion } = telescope(type);
  return conclusion.kind === 'sort' || DATA.has(headOf(conclusion) ?? '');
}

/** For the type of a predicate or a type former; null for a type that is no sort. */
function endsInProp(type: Term): boolean | null {
  const { conclusion } = telescope(type);
  return conclusion.kind === 'sort' ? conclusion.isProp : null;
}

export function scopeOf(variables: readonly Variable[]): Map<number, Variable> {
  return new Map(variables.map((each) => [each.id, each]));
}
