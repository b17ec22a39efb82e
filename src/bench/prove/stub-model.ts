/** A stub model for dry runs: answers each request with filler text of typical length. */
import type { ChatModel, ChatRequest, Price } from '../../llm/chat.ts';
import { textsOf } from '../../llm/cost-bound.ts';
import type { ToolCall } from '../../llm/chat-tools.ts';
import { estimatedTokens } from '../../sources/token-estimate.ts';

/** Tokens of a typical answer, by kind of request, without billed reasoning tokens. */
export const DEFAULT_ANSWERS = {
  statement: 150,
  keywords: 120,
  proof: 800,
  block: 300,
  call: 200,
  sketch: 500,
} as const;

/** Steps of a typical sketch: the prompt allows two to eight. */
export const SKETCH_STEPS = 4;

/** The name of a step of a sketch, without its number. */
export const ASSUMED_STEP = 'assumed_step_';

const FILLER = 'skip; ';

/** Whether a candidate is a block or a sketch of this stub, or a sketch with its blocks. */
export const isAssumedBlock = (text: string): boolean =>
  text.includes(FILLER.repeat(2)) || text.includes(`have ${ASSUMED_STEP}1 : True`);

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
    async ask(request, { onTry }) {
      await onTry?.(1, 0);
      const { tokens, ...said } = request.tools === undefined ? answerTo(request) : callOf(request);
      const usage = { inputTokens: tokensIn(request), outputTokens: tokens };
      const answer = { ...said, usage, snapshot: 'scripted:stand-in', retries: 0, unaccounted: 0, seconds: 0 };
      return { ...answer, finish: 'end' };
    },
  };
}

function tokensIn(request: ChatRequest): number {
  return textsOf(request).reduce((sum, text) => sum + estimatedTokens(text), 0);
}

/** A call that is new each time, so an agent makes all its turns. A step of a sketch it proves at once. */
function callOf({ messages }: ChatRequest): { tokens: number; text: string; calls: ToolCall[] } {
  const isStep = messages.some(({ text }) => text.includes(ASSUMED_STEP));
  const input = JSON.stringify(isStep ? { proof: FILLER.repeat(3) } : { after: ' '.repeat(messages.length) });
  return {
    tokens: DEFAULT_ANSWERS.call,
    text: filler(DEFAULT_ANSWERS.call, 'Some words of a plan. '),
    calls: [{ id: `call-${messages.length}`, name: isStep ? 'submit' : 'goal', input }],
  };
}

function answerTo({ messages }: ChatRequest): { tokens: number; text: string } {
  const prompt = messages.at(-1)?.text ?? '';
  const last = prompt.slice(prompt.lastIndexOf('\n\n') + 1);
  // A sketch of a step is assumed to prove it.
  const isStep = prompt.includes(ASSUMED_STEP);
  if (/\bsketch\b/.test(last) && !isStep) return { tokens: DEFAULT_ANSWERS.sketch, text: sketch() };
  if (/\b(?:block|sketch)\b/.test(last))
    return { tokens: DEFAULT_ANSWERS.block, text: `by\n  ${filler(DEFAULT_ANSWERS.block, FILLER)}` };
  if (/JSON|"concepts"/.test(last)) return { tokens: DEFAULT_ANSWERS.keywords, text: KEYWORDS };
  const tokens = /statement/.test(last) ? DEFAULT_ANSWERS.statement : DEFAULT_ANSWERS.proof;
  return { tokens, text: filler(tokens, 'Some words of a proof. ') };
}

function sketch(): string {
  const names = Array.from({ length: SKETCH_STEPS }, (_, at) => `${ASSUMED_STEP}${at + 1}`);
  return ['by', ...names.map((name) => `  have ${name} : True := by sorry`), `  exact ${names.at(-1)}`].join('\n');
}

function filler(tokens: number, words: string): string {
  return words.repeat(Math.ceil(tokens / estimatedTokens(words))).trim();
}
