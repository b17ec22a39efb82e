/** The arms of `bench formalize`. */
import { PACK_SWITCHES } from '../../search/concepts/pack-choices.ts';

/**
 * `none`: no definitions. `search`: what `search` finds for the whole text. `concepts`: the stages of `formalize`.
 * `shuffled`: those that `concepts` finds for another problem, a placebo. `oracle`: those of the reference.
 */
export const SOURCE_ARMS = ['none', 'search', 'concepts', 'shuffled', 'oracle'] as const;

/** Stages that an ablation leaves out. */
const ABLATED = [...PACK_SWITCHES, 'rewrite'] as const;

/** `concepts` without one stage. */
const ABLATIONS = ABLATED.map((stage) => `concepts:no-${stage}` as const);

export const ARMS = [...SOURCE_ARMS, ...ABLATIONS];

export type Arm = (typeof ARMS)[number];

/** The stage that the arm leaves out; null if it is no ablation. */
export function ablatedStage(arm: Arm): (typeof ABLATED)[number] | null {
  return ABLATED.find((stage) => arm === `concepts:no-${stage}`) ?? null;
}

/** The arm that `second` is compared with: an ablation with `concepts`, if that is measured; the others with the first. */
export function comparedArm(second: Arm, arms: readonly Arm[]): Arm {
  return ablatedStage(second) !== null && arms.includes('concepts') ? 'concepts' : arms[0]!;
}
