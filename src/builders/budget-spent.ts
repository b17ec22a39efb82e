/** What a builder says when its budget is used up. */
import { Failure } from '../base/errors.ts';
import type { BudgetSpent } from '../llm/budget.ts';

/** `kept`: how far it came, a sentence. */
export function budgetSpent({ stop }: BudgetSpent, kept: string): Failure {
  return new Failure({
    exit: 'budget',
    code: 'budget-spent',
    message: `The budget is used up (--max-${stop.limit}). ${kept}`,
    next: 'Allow more, and type the same command again: what was answered is not asked again.',
  });
}
