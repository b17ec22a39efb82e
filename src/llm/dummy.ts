/** The model `dummy`: a fixed list of proof blocks for every request. A baseline for benchmarks. */
import type { ChatModel } from './chat.ts';
import { cancelled } from './model-error.ts';

const BLOCKS = [
  'by simp',
  'by rfl',
  'by decide',
  'by assumption',
  'by omega',
  'by\n  intros\n  simp_all',
  'by\n  constructor <;> simp',
  'by exact?',
];

/** Sample `n` returns block `n`, modulo the length of the list. It uses no tokens. */
export function dummyModel(): ChatModel {
  return {
    name: 'dummy',
    endpoint: 'none: a fixed list of answers',
    price: { input: 0, output: 0 },
    async ask({ sample }, { signal, onTry }) {
      if (signal.aborted) throw cancelled('nothing');
      await onTry?.(1, 0);
      const text = `\`\`\`lean\n${BLOCKS[sample % BLOCKS.length] ?? ''}\n\`\`\``;
      const usage = { inputTokens: 0, outputTokens: 0 };
      return { text, finish: 'end', usage, snapshot: 'dummy-1', retries: 0, unaccounted: 0, seconds: 0 };
    },
  };
}
