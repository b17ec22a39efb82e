/** The error of a builder whose budget is used up. */
import { Failure } from '../base/errors.ts';
import type { BudgetSpent } from '../llm/budget.ts';

/** `progress`: the stored progress, as a sentence. */
export function budgetSpent({ stop }: BudgetSpent, progress: string): Failure {
  return new Failure('budget', 'budget-spent', {
    message: `The budget is used up (--max-${stop.limit}). ${progress}`,
    next: 'Raise the limit and run the same command again: stored answers are reused.',
  });
}
