/** Tiers of steps: in which order, and at which goals, kinds of steps are computed and tried. */
import * as Kind from '../../lean/term/kinds.ts';
import type { GoalView } from './goal-view.ts';

interface Tier {
  /** Minimum cost of its steps in addition to the goal's cost. */
  delay(view: GoalView, isRoot: boolean): number;
  /** Used only for the goal of the hole, because it is too slow for others. */
  isForRoot?: true;
  /** Used only with templates. */
  isOfTemplates?: true;
}

/** Delays steps that rarely help before a `∀` or `→` is introduced. */
const introDelay = ({ tree }: GoalView): number => (tree.kind === Kind.PI ? 1 : 0);

export const CLOSE = 0;
export const SHAPE = 1;
export const LEMMAS = 2;
export const SPLIT = 3;
export const CLASSICAL = 4;
export const ASK_LEAN = 5;
export const OUTSIDE = 6;
export const TEMPLATES = 7;

/** At other goals, the steps by shape come with those that close the goal: in one candidate. */
export const SHAPE_DELAY = 0.2;

export const TIERS: readonly Tier[] = [
  { delay: () => 0 },
  { delay: () => SHAPE_DELAY, isForRoot: true },
  { delay: (view) => 0.3 + 0.5 * introDelay(view) },
  { delay: (view) => 0.7 + introDelay(view) },
  { delay: (view) => 0.9 + introDelay(view) },
  { delay: () => 2, isForRoot: true },
  { delay: () => 1.5, isForRoot: true },
  { delay: (_, isRoot) => (isRoot ? 0.15 : 0.35), isOfTemplates: true },
];

/** Which tiers are used: without templates, also these, or nothing else. */
export type UseOfTemplates = 'none' | 'also' | 'only';

/** The numbers of the tiers that are used at a goal. */
export function tiersAt(isRoot: boolean, templates: UseOfTemplates): number[] {
  const isUsed = ({ isForRoot, isOfTemplates }: Tier): boolean =>
    (isRoot || isForRoot !== true) && (isOfTemplates === true ? templates !== 'none' : templates !== 'only');
  return [...TIERS.keys()].filter((tier) => isUsed(TIERS[tier]!));
}
