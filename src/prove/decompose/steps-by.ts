/** The strategies that `decompose` may try at each step of a sketch, joined by `+`. */
export const STEPS_BY = ['portfolio', 'portfolio+rag', 'portfolio+agent', 'rag', 'agent'] as const;

export type StepsBy = (typeof STEPS_BY)[number];
