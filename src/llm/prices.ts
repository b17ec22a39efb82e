/** Token prices. The user's `model.prices` take precedence over the provider's; a model in neither has no price. */
import type { Price, Usage } from './chat.ts';
import { providerOf } from './find-provider.ts';

/** A dated snapshot has the price of its model: `claude-haiku-4-5-20251001`, `gpt-5-2025-08-07`. */
const SNAPSHOT_DATE = /-\d{4}-?\d{2}-?\d{2}$/;

/** `own`: the user's table. `isElsewhere`: a custom base URL is used, so only `own` applies. */
export function priceOf(name: string, custom: Readonly<Record<string, Price>>, isCustomServer: boolean): Price | null {
  if (custom[name] !== undefined) return custom[name];
  if (isCustomServer) return null;
  const { provider, model = '' } = providerOf(name) ?? {};
  const prices = new Map(Object.entries(provider?.prices ?? {}));
  return prices.get(model) ?? prices.get(model.replace(SNAPSHOT_DATE, '')) ?? null;
}

/** In US dollars. Cache reads count in full, so this is never below the bill. */
export function costOf({ inputTokens, outputTokens }: Usage, price: Price): number {
  const { input, output } = price.long !== undefined && inputTokens > price.long.above ? price.long : price;
  return (inputTokens * input + outputTokens * output) / 1e6;
}
