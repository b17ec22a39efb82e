/**
 * OpenAI. Prices as published on 22 November 2026: developers.openai.com/api/docs/pricing (as quoted between May and
 * October 2026).
 */
import type { Price } from '../chat.ts';
import type { Provider } from '../provider.ts';

/** Above this many prompt tokens, all input costs twice and all output 1.5 times as much. */
const LONG = 272_000;

const price = (input: number, output: number): Price => ({
  ...{ input, output },
  long: { above: LONG, input: 2 * input, output: 1.5 * output },
});

export const openai: Provider = {
  usage: 'openai/NAME',
  keyVariable: 'OPENAI_API_KEY',
  server: 'https://api.openai.com/v1',
  embeds: true,
  prices: {
    'gpt-6.1-terra': price(1, 5),
    'gpt-6-astra': price(10, 50),
    'gpt-6-sol': price(2, 10),
    'gpt-6-luna': price(0.1, 0.5),
    'gpt-5.6-sol': price(4, 20),
    'gpt-5.6-terra': price(2, 12),
    'gpt-5.6-luna': price(0.2, 1.2),
    'gpt-5.5': price(5, 30),
    'gpt-5.4': price(2.5, 15),
    'gpt-5.4-mini': price(0.75, 4.5),
    'gpt-5.4-nano': price(0.2, 1.25),
    'gpt-5': price(1.25, 10),
    'gpt-5-mini': price(0.25, 2),
    'text-embedding-3-small': { input: 0.02, output: 0 },
    'text-embedding-3-large': { input: 0.13, output: 0 },
  },
  openWire: async (target) => (await import('../openai.ts')).openAiWire(target, true),
};
