/** What a row has going for it whatever the query by shape: used much, written by hand, not deprecated. */
import { KINDS, ORIGINS, type LibraryIndex } from '../index/library-index.ts';
import { FLAG } from '../index/row-batch.ts';
import type { Contribution } from './types.ts';

const STATED: ReadonlySet<number> = new Set(
  ['theorem', 'lemma', 'alias', 'axiom'].map((kind) => KINDS.findIndex((one) => one === kind)),
);

export function usePoints(uses: number): number {
  return Math.min(2.5, 0.35 * Math.log2(1 + uses));
}

/** What a generator makes of a whole statement, as `to_additive` does, is as good as what is written. */
const TWINS: ReadonlySet<number> = new Set(
  ['to_additive', 'to_dual'].map((twin) => ORIGINS.findIndex((one) => one === twin)),
);

/** Points lost by each flag. */
const LOST = { deprecated: 4, private: 3, approximate: 1, generated: 0.8 } as const;

function lost(flag: keyof typeof LOST, flags: number, origin: number): number {
  return (flags & FLAG[flag]) === 0 || (flag === 'generated' && TWINS.has(origin)) ? 0 : LOST[flag];
}

const LOSABLE = Object.keys(LOST) as (keyof typeof LOST)[];

/** Points lost by flags. */
export function flagPoints({ columns: { flags, origin } }: LibraryIndex, id: number): number {
  let sum = 0;
  for (const flag of LOSABLE) sum += lost(flag, flags[id]!, origin[id]!);
  return sum;
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
  for (const flag of LOSABLE) {
    const points = lost(flag, flags, index.columns.origin[id] ?? 0);
    if (points > 0) priors.push({ what: flag, points: -points });
  }
  return priors;
}
