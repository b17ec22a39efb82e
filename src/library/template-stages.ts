/** How a template, or a problem, came into a graph of templates. */

/** `base`: from a solved problem; `mixed`: from several templates; `variation`: of a template; `document`: from a proof. */
export const TEMPLATE_STAGES = ['base', 'mixed', 'variation', 'document'] as const;

/** `labelled`: it is itself a solved problem that names its theorem; `seed`: templates are from it. */
export const PROBLEM_STAGES = ['labelled', 'seed'] as const;

/** Why a problem or an attempt gives no template. `same`: a variation that is its parent. */
export const GAP_REASONS = ['wrong-answer', 'no-theorems', 'same', 'failed'] as const;

export type GapReason = (typeof GAP_REASONS)[number];
