/** Asks a model within a budget: the worst that a request could cost is held before it goes out, and settled after. */
import type { Amount, Budget, Reservation } from './budget.ts';
import type { AskOptions, ChatAnswer, ChatModel, ChatRequest } from './chat.ts';
import { ModelError } from './model-error.ts';
import { costOf } from './prices.ts';
import { upperBound, maxCost } from './cost-bound.ts';

/** How an asking ended, and what the budget was charged for it. */
export type AskedWithin = { counted: Amount } & ({ answer: ChatAnswer } | { error: unknown });

export interface AskWithinOptions extends Pick<AskOptions, 'signal'> {
  /** Before each request that goes out: its number from 1, and for how many the worst is held by then. */
  onTry?: (number: number, held: number) => void;
}

/** What one try of it may come to; no money where the price is not known. */
export function worstOf(request: ChatRequest, { price }: Pick<ChatModel, 'price'>): Amount {
  const { inputTokens, outputTokens } = upperBound(request);
  return { tokens: inputTokens + outputTokens, cost: maxCost(request, price) ?? 0 };
}

/** @throws {BudgetSpent} before anything is sent; what the asking throws is in what is given back */
export async function askWithin(
  budget: Budget,
  model: ChatModel,
  request: ChatRequest,
  { signal, onTry }: AskWithinOptions,
): Promise<AskedWithin> {
  const worst = worstOf(request, model);
  const held: Reservation[] = [await budget.reserve(worst)];
  let unaccounted = 0;
  try {
    signal.throwIfAborted();
    const answer = await model.ask(request, {
      signal,
      onTry: (number, unaccountedBefore) => {
        unaccounted = unaccountedBefore;
        // One more is held for each earlier try that may have cost something.
        while (held.length <= unaccountedBefore) held.push(budget.reserveNow(worst));
        onTry?.(number, held.length);
      },
    });
    const cost = model.price === null ? 0 : costOf(answer.usage, model.price);
    const own = { tokens: answer.usage.inputTokens + answer.usage.outputTokens, cost };
    return { answer, counted: settle(budget, held, answer.unaccounted, worst, own) };
  } catch (error) {
    const lost = error instanceof ModelError ? error.unaccounted : unaccounted;
    return { error, counted: settle(budget, held, lost, worst, null) };
  }
}

/** The worst for each of `lost` tries, `own` for the one that was answered, nothing for what is left of `held`. */
function settle(budget: Budget, held: readonly Reservation[], lost: number, worst: Amount, own: Amount | null): Amount {
  const amounts = [...Array.from({ length: lost }, () => worst), ...(own === null ? [] : [own])];
  const before = { ...budget.spent };
  for (const [at, reservation] of held.entries()) reservation.settle(amounts[at] ?? { tokens: 0, cost: 0 });
  const after = budget.spent;
  return { tokens: after.tokens - before.tokens, cost: after.cost - before.cost };
}
