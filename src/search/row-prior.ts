/** Prior of a row for queries by shape, independent of the query: uses, written by hand, not deprecated. */
import type { LibraryIndex } from '../index/library-index.ts';
import { KINDS, ORIGINS } from '../lean/declaration.ts';
import { FLAG } from '../index/row-columns.ts';
import type { Contribution } from './types.ts';

const STATED: ReadonlySet<number> = new Set(
  ['theorem', 'lemma', 'alias', 'axiom'].map((kind) => KINDS.findIndex((one) => one === kind)),
);

export function usePoints(uses: number): number {
  return Math.min(2.5, 0.35 * Math.log2(1 + uses));
}

/** Origins that translate a whole statement, such as `to_additive`: their rows count as written. */
const TRANSLATED: ReadonlySet<number> = new Set(
  ['to_additive', 'to_dual'].map((origin) => ORIGINS.findIndex((one) => one === origin)),
);

/** Penalty of each flag. */
const PENALTIES = { deprecated: 4, private: 3, approximate: 1, generated: 0.8 } as const;

function penalty(flag: keyof typeof PENALTIES, flags: number, origin: number): number {
  return (flags & FLAG[flag]) === 0 || (flag === 'generated' && TRANSLATED.has(origin)) ? 0 : PENALTIES[flag];
}

const FLAGS = Object.keys(PENALTIES) as (keyof typeof PENALTIES)[];

/** Sum of the penalties of a row. */
export function flagPenalty({ columns: { flags, origin } }: LibraryIndex, id: number): number {
  let sum = 0;
  for (const flag of FLAGS) sum += penalty(flag, flags[id]!, origin[id]!);
  return sum;
}

/** Whether the row is a statement, such as a theorem. */
function isStated(index: LibraryIndex, id: number): boolean {
  return STATED.has(index.columns.kind[id] ?? 255);
}

/** The prior as contributions, with a share of the points for uses. */
export function priorsOf(index: LibraryIndex, id: number, usesShare = 1): Contribution[] {
  const flags = index.columns.flags[id] ?? 0;
  const uses = index.columns.uses[id] ?? 0;
  const priors: Contribution[] = uses > 0 ? [{ what: 'uses', points: usesShare * usePoints(uses) }] : [];
  if (isStated(index, id)) priors.push({ what: 'a theorem', points: 0.5 });
  for (const flag of FLAGS) {
    const points = penalty(flag, flags, index.columns.origin[id] ?? 0);
    if (points > 0) priors.push({ what: flag, points: -points });
  }
  return priors;
}
