/** Upper bounds of a request's tokens and cost, computed before it is sent. A budget reserves them. */
import type { ChatRequest, Price, Usage } from './chat.ts';
import { maxImageTokens } from './image.ts';
import { costOf } from './prices.ts';

/** Bound of the tokens that a chat template adds per message, call, result or tool: role, turn marks. The largest known templates add under ten. */
const MESSAGE_OVERHEAD = 32;

/** Bound of the tokens that a server may add before all messages: a default system prompt, the date. */
const PROMPT_OVERHEAD = 1024;

/** Bound of the tokens of the text that explains how to call tools: Anthropic's has up to 804, ours fewer bytes than this. */
const TOOLS_OVERHEAD = 1024;

/** Price factor of input tokens that a provider caches automatically. */
const CACHE_WRITE = 1.25;

/**
 * Upper bound of the tokens billed for a prompt. A token of a byte-level vocabulary covers at least one byte of UTF-8.
 * Some tokenizers normalize the text first, which can make it longer, so the longest normal form counts. Lean texts use
 * a third to a half of this bound.
 */
export function maxInputTokens(request: Pick<ChatRequest, 'messages' | 'tools'>): number {
  const { messages, tools } = request;
  const texts = textsOf(request);
  const bytes = texts.reduce((sum, text) => sum + longestNormalForm(text), 0);
  const images = messages.flatMap((message) => message.images ?? []);
  const imageTokens = images.reduce((sum, image) => sum + maxImageTokens(image), 0);
  const toolOverhead = tools === undefined ? 0 : TOOLS_OVERHEAD;
  return Math.ceil(
    CACHE_WRITE * (PROMPT_OVERHEAD + toolOverhead + texts.length * MESSAGE_OVERHEAD + bytes + imageTokens),
  );
}

/** All texts of a request that the model sees. */
export function textsOf({ messages, tools = [] }: Pick<ChatRequest, 'messages' | 'tools'>): string[] {
  return [
    ...messages.flatMap(({ text, calls = [], results = [] }) => [
      text,
      ...calls.map(({ name, input }) => `${name} ${input}`),
      ...results.map((result) => result.text),
    ]),
    ...tools.map(({ name, description, parameters }) => `${name} ${description} ${JSON.stringify(parameters)}`),
  ];
}

/** UTF-8 bytes of the longest Unicode normal form of `text`. */
export function longestNormalForm(text: string): number {
  const forms = [text, ...(['NFC', 'NFD', 'NFKC', 'NFKD'] as const).map((form) => text.normalize(form))];
  return Math.max(...forms.map((form) => Buffer.byteLength(form)));
}

export function upperBound(request: ChatRequest): Usage {
  return { inputTokens: maxInputTokens(request), outputTokens: request.maxOutputTokens, isBound: true };
}

/** In US dollars; null if the price is unknown. */
export function maxCost(request: ChatRequest, price: Price | null): number | null {
  return price === null ? null : costOf(upperBound(request), price);
}
