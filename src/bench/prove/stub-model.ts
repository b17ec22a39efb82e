/** A stub model for dry runs: answers each request with filler text of typical length. */
import type { ChatModel, ChatRequest, Price } from '../../llm/chat.ts';
import { textsOf } from '../../llm/cost-bound.ts';
import type { ToolCall } from '../../llm/chat-tools.ts';
import { estimatedTokens } from '../../sources/token-estimate.ts';

/** Tokens of a typical answer, by kind of request, without billed reasoning tokens. */
export const DEFAULT_ANSWERS = { statement: 150, keywords: 120, proof: 800, block: 300, call: 200 } as const;

const KEYWORDS = JSON.stringify({
  concepts: ['a concept of the problem', 'another concept of it'],
  theorems: ['a theorem with a name of some length', 'another theorem with a name'],
  lemmas: ['a lemma with a name of some length'],
  propositions: ['a proposition with a name'],
});

/** The stub derives the kind of answer from the prompt. */
export function makeStubModel(name: string, price: Price | null): ChatModel {
  return {
    name,
    endpoint: 'none: nothing is sent',
    price,
    ask(request, { onTry }) {
      onTry?.(1, 0);
      const { tokens, ...said } = request.tools === undefined ? answerTo(request) : callOf(request);
      const usage = { inputTokens: tokensIn(request), outputTokens: tokens };
      const answer = { ...said, usage, snapshot: 'scripted:stand-in', retries: 0, unaccounted: 0, seconds: 0 };
      return Promise.resolve({ ...answer, finish: 'end' });
    },
  };
}

function tokensIn(request: ChatRequest): number {
  return textsOf(request).reduce((sum, text) => sum + estimatedTokens(text), 0);
}

/** A call that is new each time, so an agent makes all its turns. */
function callOf({ messages }: ChatRequest): { tokens: number; text: string; calls: ToolCall[] } {
  const input = JSON.stringify({ after: ' '.repeat(messages.length) });
  return {
    tokens: DEFAULT_ANSWERS.call,
    text: filler(DEFAULT_ANSWERS.call, 'Some words of a plan. '),
    calls: [{ id: `call-${messages.length}`, name: 'goal', input }],
  };
}

function answerTo({ messages }: ChatRequest): { tokens: number; text: string } {
  const prompt = messages.at(-1)?.text ?? '';
  const last = prompt.slice(prompt.lastIndexOf('\n\n') + 1);
  if (/\bblock\b/.test(last))
    return { tokens: DEFAULT_ANSWERS.block, text: `by\n  ${filler(DEFAULT_ANSWERS.block, 'skip; ')}` };
  if (/JSON|"concepts"/.test(last)) return { tokens: DEFAULT_ANSWERS.keywords, text: KEYWORDS };
  const tokens = /statement/.test(last) ? DEFAULT_ANSWERS.statement : DEFAULT_ANSWERS.proof;
  return { tokens, text: filler(tokens, 'Some words of a proof. ') };
}

function filler(tokens: number, words: string): string {
  return words.repeat(Math.ceil(tokens / estimatedTokens(words))).trim();
}
