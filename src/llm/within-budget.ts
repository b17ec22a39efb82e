/** Sends requests within a budget: reserves the maximum of a request before sending it and settles it afterwards. */
import type { Amount, Budget, Reservation } from './budget.ts';
import type { AskOptions, ChatRequest, Price, Usage } from './chat.ts';
import { longestNormalForm, upperBound } from './cost-bound.ts';
import { cancelled, ModelError } from './model-error.ts';
import { costOf } from './prices.ts';

/** Result of a request, and what the budget was charged for it. */
export type BudgetedResult<T> = { counted: Amount } & ({ answer: T } | { error: unknown });

export interface BudgetedRequest<T> {
  budget: Budget;
  signal: AbortSignal;
  /** The maximum that one try can use. */
  maximum: Amount;
  /** Called before each try with its number (from 1) and the number of tries for which the maximum is reserved. */
  onTry?: (number: number, reservations: number) => void;
  send: (options: AskOptions) => Promise<T>;
  /** What the answered try used. */
  amountOf: (answer: T) => Amount;
}

/** The cost is 0 if the price is unknown. */
export function amountOf(usage: Usage, price: Price | null): Amount {
  return { tokens: usage.inputTokens + usage.outputTokens, cost: price === null ? 0 : costOf(usage, price) };
}

/** The maximum that one try of a chat request can use. */
export function maxAmount(request: ChatRequest, price: Price | null): Amount {
  return amountOf(upperBound(request), price);
}

/** Bound of the tokens that a server adds to each embedded text. */
const TEXT_OVERHEAD = 16;

/** The maximum that one try to embed `texts` can use: a token covers at least one byte. */
export function maxEmbeddingAmount(texts: readonly string[], price: Price | null): Amount {
  const inputTokens = texts.reduce((sum, text) => sum + longestNormalForm(text) + TEXT_OVERHEAD, 0);
  return amountOf({ inputTokens, outputTokens: 0 }, price);
}

/** Returns errors of the model in the result. @throws {BudgetSpent} before anything is sent */
export async function withinBudget<T extends { unaccounted: number }>(
  request: BudgetedRequest<T>,
): Promise<BudgetedResult<T>> {
  const { budget, signal, maximum, onTry, send } = request;
  const reservations: Reservation[] = [await budget.reserve(maximum)];
  let unaccounted = 0;
  try {
    if (signal.aborted) throw cancelled('nothing');
    const answer = await send({
      signal,
      onTry: (number, unaccountedBefore) => {
        unaccounted = unaccountedBefore;
        // Reserves the maximum once more for each earlier try that may have cost something.
        while (reservations.length <= unaccountedBefore) reservations.push(budget.reserveNow(maximum));
        onTry?.(number, reservations.length);
      },
    });
    return { answer, counted: settle(budget, reservations, answer.unaccounted, maximum, request.amountOf(answer)) };
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
