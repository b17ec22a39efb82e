/** Sends requests within a budget: reserves the maximum cost of a request before sending it and settles it afterwards. */
import type { Amount, Budget, Reservation } from './budget.ts';
import type { AskOptions, ChatAnswer, ChatModel, ChatRequest } from './chat.ts';
import { ModelError } from './model-error.ts';
import { costOf } from './prices.ts';
import { upperBound, maxCost } from './cost-bound.ts';

/** Result of a request, and what the budget was charged for it. */
export type BudgetedResult = { counted: Amount } & ({ answer: ChatAnswer } | { error: unknown });

export interface AskWithinOptions extends Pick<AskOptions, 'signal'> {
  /** Called before each try with its number (from 1) and the number of tries for which the maximum is reserved. */
  onTry?: (number: number, reservations: number) => void;
}

/** The maximum that one try can use. The cost is 0 if the price is unknown. */
export function maxAmount(request: ChatRequest, { price }: Pick<ChatModel, 'price'>): Amount {
  const { inputTokens, outputTokens } = upperBound(request);
  return { tokens: inputTokens + outputTokens, cost: maxCost(request, price) ?? 0 };
}

/** Returns errors of the model in the result. @throws {BudgetSpent} before anything is sent */
export async function askWithinBudget(
  budget: Budget,
  model: ChatModel,
  request: ChatRequest,
  { signal, onTry }: AskWithinOptions,
): Promise<BudgetedResult> {
  const maximum = maxAmount(request, model);
  const reservations: Reservation[] = [await budget.reserve(maximum)];
  let unaccounted = 0;
  try {
    signal.throwIfAborted();
    const answer = await model.ask(request, {
      signal,
      onTry: (number, unaccountedBefore) => {
        unaccounted = unaccountedBefore;
        // Reserves the maximum once more for each earlier try that may have cost something.
        while (reservations.length <= unaccountedBefore) reservations.push(budget.reserveNow(maximum));
        onTry?.(number, reservations.length);
      },
    });
    const cost = model.price === null ? 0 : costOf(answer.usage, model.price);
    const own = { tokens: answer.usage.inputTokens + answer.usage.outputTokens, cost };
    return { answer, counted: settle(budget, reservations, answer.unaccounted, maximum, own) };
  } catch (error) {
    const lost = error instanceof ModelError ? error.unaccounted : unaccounted;
    return { error, counted: settle(budget, reservations, lost, maximum, null) };
  }
}

/** Charges the maximum for each of `lost` tries and `own` for the answered one; frees the remaining reservations. */
function settle(
  budget: Budget,
  reservations: readonly Reservation[],
  lost: number,
  maximum: Amount,
  own: Amount | null,
): Amount {
  const amounts = [...Array.from({ length: lost }, () => maximum), ...(own === null ? [] : [own])];
  const before = { ...budget.spent };
  for (const [at, reservation] of reservations.entries()) reservation.settle(amounts[at] ?? { tokens: 0, cost: 0 });
  const after = budget.spent;
  return { tokens: after.tokens - before.tokens, cost: after.cost - before.cost };
}
