/** A limit on money wants a price. */
import { Failure } from '../base/errors.ts';
import type { Price } from '../llm/chat.ts';

/** A price of about the usual size, for people to put their own in its place. */
const CHAT_PRICE = { input: '1.0', output: '5.0' };
export const EMBEDDING_PRICE: typeof CHAT_PRICE = { input: '0.02', output: '0' };

/** `model` null: none is asked. @throws {Failure} where money is limited and nobody knows what a request costs. */
export function requirePrice(
  model: { name: string; price: Price | null } | null,
  maxCost: number | null,
  { input, output } = CHAT_PRICE,
): void {
  if (model === null || model.price !== null || maxCost === null) return;
  throw new Failure({
    exit: 'usage',
    code: 'price-unknown',
    message: `What ${model.name} costs is not known, so --max-cost cannot be kept.`,
    next: `Set its price in the user's config.toml, in US dollars for a million tokens:\n[model.prices."${model.name}"]\ninput = ${input}\noutput = ${output}\nor limit tokens: --max-tokens N`,
  });
}
