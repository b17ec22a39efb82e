/** A model with random prices, usage and failures, for tests of budgets. */
import fc from 'fast-check';
import type { ToolCall } from '../../src/llm/chat-tools.ts';
import type { ChatModel } from '../../src/llm/chat.ts';
import type { Amount } from '../../src/llm/budget.ts';
import { ModelError } from '../../src/llm/model-error.ts';
import { maxAmount } from '../../src/llm/within-budget.ts';

/** Evenly distributed numbers: `fc.double` draws mostly tiny ones. */
export const upTo = (most: number) => fc.nat(1000).map((thousandths) => (most * thousandths) / 1000);

/** US dollars per million tokens. */
export const randomPrice = fc.record({ input: upTo(50), output: upTo(99) });

/** Usage as a share of the maximum, and one failure in `answered + 1` requests. */
export const randomCost = (answered: number) => ({
  share: upTo(1),
  failure: fc.oneof(
    { weight: answered, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom('timedOut' as const, 'cut' as const, 'server' as const) },
  ),
});

interface RandomReply {
  text: string;
  calls?: Omit<ToolCall, 'id'>[];
  share: number;
  failure: 'timedOut' | 'cut' | 'server' | null;
}

/** Gives the replies in turn. `spent`: what the provider charges, where a failed request costs as much as a request can. */
export function randomModel(
  price: { input: number; output: number },
  replies: readonly RandomReply[],
): ChatModel & { spent: Amount; asked: () => number } {
  let asked = 0;
  const spent = { tokens: 0, cost: 0 };
  return {
    ...{ name: 'local/random', endpoint: 'none', price, spent, asked: () => asked },
    ask(request) {
      const { text, calls = [], share, failure } = replies[asked++ % replies.length]!;
      const maximum = maxAmount(request, price);
      const factor = failure === null ? share : 1;
      const output = Math.floor(request.maxOutputTokens * factor);
      const inputs = Math.floor((maximum.tokens - request.maxOutputTokens) * factor);
      spent.tokens += output + inputs;
      spent.cost += (inputs * price.input + output * price.output) / 1e6;
      if (failure !== null) return Promise.reject(new ModelError(failure, { message: failure }, { spent: 'unknown' }));
      return Promise.resolve({
        ...{ text, calls: calls.map((call, at) => ({ id: `call-${at}`, ...call })), finish: 'end' as const },
        ...{ usage: { inputTokens: inputs, outputTokens: output }, snapshot: 'random', retries: 0 },
        ...{ unaccounted: 0, seconds: 0 },
      });
    },
  };
}
