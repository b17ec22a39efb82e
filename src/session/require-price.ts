/** A cost limit needs a price. */
import { Failure } from '../base/errors.ts';
import type { Price } from '../llm/chat.ts';

/** Example prices of a typical size, for the user to replace. */
const CHAT_PRICE = { input: '1.0', output: '5.0' };
export const EMBEDDING_PRICE: typeof CHAT_PRICE = { input: '0.02', output: '0' };

/** `model`: null if none is used. @throws {Failure} if cost is limited and the price of the model is unknown */
export function requirePrice(
  model: { name: string; price: Price | null } | null,
  maxCost: number | null,
  { input, output } = CHAT_PRICE,
): void {
  if (model === null || model.price !== null || maxCost === null) return;
  throw new Failure('usage', 'price-unknown', {
    message: `The price of ${model.name} is unknown, so --max-cost cannot be enforced.`,
    next: `Set its price in the user's config.toml, in US dollars per million tokens:\n[model.prices."${model.name}"]\ninput = ${input}\noutput = ${output}\nor limit tokens: --max-tokens N`,
  });
}
