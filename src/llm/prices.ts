/** What tokens cost. The user's `model.prices` stand before this table; a model in neither has no price. */
import type { Price, Usage } from './chat.ts';

/** A prompt over this many tokens makes all of a request dearer: input twice, output one and a half times. */
const OPENAI_LONG = 272_000;

/**
 * US dollars for a million tokens, standard tier, each provider's own API. Prices as published, taken down on 22
 * November 2026: Anthropic's from platform.claude.com/docs/en/about-claude/pricing (as it stood in October 2026), OpenAI's
 * from developers.openai.com/api/docs/pricing (as quoted between May and October 2026). A price that changed since is
 * wrong here: the bill is what the provider says.
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

/** `own` is the user's table. `isElsewhere`: a server at a base URL charges what it likes, so only `own` counts. */
export function priceOf(name: string, own: Readonly<Record<string, Price>>, isElsewhere: boolean): Price | null {
  if (own[name] !== undefined) return own[name];
  if (isElsewhere) return null;
  return PRICES[name] ?? PRICES[name.replace(SNAPSHOT_DATE, '')] ?? null;
}

/** In US dollars. Tokens out of a provider's cache count in full, so this is not below the bill. */
export function costOf({ inputTokens, outputTokens }: Usage, price: Price): number {
  const { input, output } = price.long !== undefined && inputTokens > price.long.above ? price.long : price;
  return (inputTokens * input + outputTokens * output) / 1e6;
}
