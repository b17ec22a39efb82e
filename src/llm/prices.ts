/** Token prices. The user's `model.prices` take precedence; a model in neither table has no price. */
import type { Price, Usage } from './chat.ts';

/** Above this many prompt tokens, all input costs twice and all output 1.5 times as much. */
const OPENAI_LONG = 272_000;

/**
 * US dollars per million tokens, standard tier, each provider's own API. Published prices, collected on 22 November
 * 2026: Anthropic's from platform.claude.com/docs/en/about-claude/pricing (version of October 2026), OpenAI's from
 * developers.openai.com/api/docs/pricing (as quoted between May and October 2026). Later price changes are not
 * included: the provider's bill decides.
 */
const PRICES: Record<string, Price> = {
  'anthropic/claude-fable-5-1': { input: 10, output: 50 },
  'anthropic/claude-fable-5': { input: 10, output: 50 },
  'anthropic/claude-opus-5-5': { input: 4, output: 20 },
  'anthropic/claude-opus-5': { input: 5, output: 25 },
  'anthropic/claude-opus-4-8': { input: 5, output: 25 },
  'anthropic/claude-opus-4-7': { input: 5, output: 25 },
  'anthropic/claude-opus-4-6': { input: 5, output: 25 },
  'anthropic/claude-opus-4-5': { input: 5, output: 25 },
  'anthropic/claude-sonnet-5-5': { input: 2, output: 10 },
  'anthropic/claude-sonnet-5': { input: 2, output: 10 },
  'anthropic/claude-sonnet-4-6': { input: 3, output: 15 },
  'anthropic/claude-haiku-5-5': { input: 0.1, output: 0.5, long: { above: 100_000, input: 0.5, output: 2.5 } },
  'anthropic/claude-haiku-4-5': { input: 1, output: 5 },
  'openai/gpt-6.1-terra': openai(1, 5),
  'openai/gpt-6-astra': openai(10, 50),
  'openai/gpt-6-sol': openai(2, 10),
  'openai/gpt-6-luna': openai(0.1, 0.5),
  'openai/gpt-5.6-sol': openai(4, 20),
  'openai/gpt-5.6-terra': openai(2, 12),
  'openai/gpt-5.6-luna': openai(0.2, 1.2),
  'openai/gpt-5.5': openai(5, 30),
  'openai/gpt-5.4': openai(2.5, 15),
  'openai/gpt-5.4-mini': openai(0.75, 4.5),
  'openai/gpt-5.4-nano': openai(0.2, 1.25),
  'openai/gpt-5': openai(1.25, 10),
  'openai/gpt-5-mini': openai(0.25, 2),
  'openai/text-embedding-3-small': { input: 0.02, output: 0 },
  'openai/text-embedding-3-large': { input: 0.13, output: 0 },
};

function openai(input: number, output: number): Price {
  return { input, output, long: { above: OPENAI_LONG, input: 2 * input, output: 1.5 * output } };
}

/** A dated snapshot has the price of its model: `claude-haiku-4-5-20251001`, `gpt-5-2025-08-07`. */
const SNAPSHOT_DATE = /-\d{4}-?\d{2}-?\d{2}$/;

/** `own`: the user's table. `isElsewhere`: a custom base URL is used, so only `own` applies. */
export function priceOf(name: string, custom: Readonly<Record<string, Price>>, isCustomServer: boolean): Price | null {
  if (custom[name] !== undefined) return custom[name];
  if (isCustomServer) return null;
  return PRICES[name] ?? PRICES[name.replace(SNAPSHOT_DATE, '')] ?? null;
}

/** In US dollars. Cache reads count in full, so this is never below the bill. */
export function costOf({ inputTokens, outputTokens }: Usage, price: Price): number {
  const { input, output } = price.long !== undefined && inputTokens > price.long.above ? price.long : price;
  return (inputTokens * input + outputTokens * output) / 1e6;
}
