/** The most that a request can cost, known before it is sent. What a budget holds back for it. */
import type { ChatRequest, Price, Usage } from './chat.ts';
import { mostImageTokens } from './image.ts';
import { costOf } from './prices.ts';

/** Tokens that a chat template puts around each message: role, turn marks. The widest known templates use under ten. */
const AROUND_MESSAGE = 32;

/** Tokens that a server may put before all messages: a default system prompt, the date. */
const AROUND_PROMPT = 1024;

/** A provider that puts a prompt into its cache unasked may charge this many times the price of an input token for it. */
const CACHE_WRITE = 1.25;

/**
 * At most this many tokens are billed for the prompt of `request`. A token of a byte-level vocabulary stands for at least
 * one byte of UTF-8. Some tokenizers bring text into a normal form first, which can be longer, so the longest form
 * counts. Texts in Lean take a third to a half of this.
 */
export function mostInputTokens({ messages }: Pick<ChatRequest, 'messages'>): number {
  const bytes = messages.reduce((sum, { text }) => sum + longestForm(text), 0);
  const pictures = messages.flatMap(({ images }) => images ?? []);
  const seen = pictures.reduce((sum, image) => sum + mostImageTokens(image), 0);
  return Math.ceil(CACHE_WRITE * (AROUND_PROMPT + messages.length * AROUND_MESSAGE + bytes + seen));
}

/** Bytes of UTF-8 of the longest form that a tokenizer may bring `text` into. */
export function longestForm(text: string): number {
  const forms = [text, ...(['NFC', 'NFD', 'NFKC', 'NFKD'] as const).map((form) => text.normalize(form))];
  return Math.max(...forms.map((form) => Buffer.byteLength(form)));
}

export function upperBound(request: ChatRequest): Usage {
  return { inputTokens: mostInputTokens(request), outputTokens: request.maxOutputTokens, isBound: true };
}

/** In US dollars; null where the price is not known. */
export function maxCost(request: ChatRequest, price: Price | null): number | null {
  return price === null ? null : costOf(upperBound(request), price);
}
