/** What a row has going for it whatever the query by shape: used much, written by hand, not deprecated. */
import { KINDS, type LibraryIndex } from '../index/library-index.ts';
import { FLAG } from '../index/row-batch.ts';
import type { Contribution } from './types.ts';

const STATED: ReadonlySet<number> = new Set(
  ['theorem', 'lemma', 'alias', 'axiom'].map((kind) => KINDS.findIndex((one) => one === kind)),
);

export function usePoints(uses: number): number {
  return Math.min(2.5, 0.35 * Math.log2(1 + uses));
}

/** Points lost by flags. */
export function flagPoints(flags: number): number {
  return (
    (flags & FLAG.deprecated ? 4 : 0) +
    (flags & FLAG.private ? 3 : 0) +
    (flags & FLAG.approximate ? 1 : 0) +
    (flags & FLAG.generated ? 0.8 : 0)
  );
}

/** Whether the row states something, as a theorem does. */
function isStated(index: LibraryIndex, id: number): boolean {
  return STATED.has(index.columns.kind[id] ?? 255);
}

/** The same, addend by addend. */
export function priorsOf(index: LibraryIndex, id: number): Contribution[] {
  const flags = index.columns.flags[id] ?? 0;
  const uses = index.columns.uses[id] ?? 0;
  const priors: Contribution[] = uses > 0 ? [{ what: 'uses', points: usePoints(uses) }] : [];
  if (isStated(index, id)) priors.push({ what: 'a theorem', points: 0.5 });
  for (const [name, bit] of Object.entries(FLAG))
    if (flags & bit) priors.push({ what: name, points: -flagPoints(bit) });
  return priors;
}
