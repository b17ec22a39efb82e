/**
 * Anthropic. Prices as published on 22 November 2026: platform.claude.com/docs/en/about-claude/pricing (version of
 * October 2026).
 */
import type { Provider } from '../provider.ts';

export const anthropic: Provider = {
  usage: 'anthropic/NAME',
  keyVariable: 'ANTHROPIC_API_KEY',
  server: 'https://api.anthropic.com',
  prices: {
    'claude-fable-5-1': { input: 10, output: 50 },
    'claude-fable-5': { input: 10, output: 50 },
    'claude-opus-5-5': { input: 4, output: 20 },
    'claude-opus-5': { input: 5, output: 25 },
    'claude-opus-4-8': { input: 5, output: 25 },
    'claude-opus-4-7': { input: 5, output: 25 },
    'claude-opus-4-6': { input: 5, output: 25 },
    'claude-opus-4-5': { input: 5, output: 25 },
    'claude-sonnet-5-5': { input: 2, output: 10 },
    'claude-sonnet-5': { input: 2, output: 10 },
    'claude-sonnet-4-6': { input: 3, output: 15 },
    'claude-haiku-5-5': { input: 0.1, output: 0.5, long: { above: 100_000, input: 0.5, output: 2.5 } },
    'claude-haiku-4-5': { input: 1, output: 5 },
  },
  openWire: async (target) => (await import('../anthropic.ts')).anthropicWire(target),
};
