/** The arms of `bench formalize`. */

/**
 * `none`: no definitions. `search`: what `search` finds for the whole text. `concepts`: the stages of `formalize`.
 * `shuffled`: those that `concepts` finds for another problem, a placebo. `oracle`: those of the reference.
 */
export const ARMS = ['none', 'search', 'concepts', 'shuffled', 'oracle'] as const;

export type Arm = (typeof ARMS)[number];
