/** Sends requests within a budget: reserves the maximum of a request before sending it and settles it afterwards. */
import { type Amount, type Budget, BudgetSpent } from './budget.ts';
import type { AskOptions, ChatRequest, Price, Usage } from './chat.ts';
import { longestNormalForm, upperBound } from './cost-bound.ts';
import { cancelled, ModelError } from './model-error.ts';
import { costOf } from './prices.ts';
import type { Reservation } from './shared-budget.ts';

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
  const reservations: Reservation[] = [];
  let unaccounted = 0;
  try {
    reservations.push(await budget.reserve(maximum));
    if (signal.aborted) throw cancelled('nothing');
    const answer = await send({
      signal,
      onTry: async (number, unaccountedBefore) => {
        unaccounted = unaccountedBefore;
        // Reserves the maximum once more for each earlier try that may have cost something.
        while (reservations.length <= unaccountedBefore) reservations.push(await budget.reserveNow(maximum));
        onTry?.(number, reservations.length);
      },
    });
    const own = request.amountOf(answer);
    return { answer, counted: await settle(budget, reservations, answer.unaccounted, maximum, own) };
  } catch (error) {
    if (reservations.length === 0) {
      // A shared budget waits until the signal is aborted.
      if (!signal.aborted || error instanceof BudgetSpent) throw error;
      return { error: cancelled('nothing'), counted: { tokens: 0, cost: 0 } };
    }
    const lost = error instanceof ModelError ? error.unaccounted : unaccounted;
    return { error, counted: await settle(budget, reservations, lost, maximum, null) };
  }
}

/** Charges the maximum for each of `lost` tries and `own` for the answered one; frees the remaining reservations. */
async function settle(
  budget: Budget,
  reservations: readonly Reservation[],
  lost: number,
  maximum: Amount,
  own: Amount | null,
): Promise<Amount> {
  const amounts = [...Array.from({ length: lost }, () => maximum), ...(own === null ? [] : [own])];
  const before = { ...budget.spent };
  const settled = reservations.map((each, at) => each.settle(amounts[at] ?? { tokens: 0, cost: 0 }));
  // The budget of this process has changed already: other requests may not come between.
  const after = { ...budget.spent };
  await Promise.all(settled);
  return { tokens: after.tokens - before.tokens, cost: after.cost - before.cost };
}
