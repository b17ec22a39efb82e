/** Tokens of an answer: what the provider reports, and a bound where that cannot be. */
import type { ChatRequest, Usage } from './chat.ts';
import { mostInputTokens } from './cost-bound.ts';

/** As it came over the wire: anything. */
export interface ReportedUsage {
  input: unknown;
  output: unknown;
}

/** No vocabulary in use has a longer token; the longest ones are runs of blanks. */
const LONGEST_TOKEN_BYTES = 128;

/** The fewest tokens that this text can have. */
export function fewestTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / LONGEST_TOKEN_BYTES);
}

/**
 * Counts what `reported` says if it can be true: whole numbers, neither fewer tokens than the texts can have nor more
 * than the request allowed. Each number that cannot be true is replaced by a bound that the truth does not pass: all that
 * the prompt can have, and all that the request allowed. A server that reports more output than was allowed, and sent a
 * text that may really be longer, is counted up to the bytes of that text.
 */
export function countUsage(request: ChatRequest, text: string, reported: ReportedUsage | null): Usage {
  const mostInput = mostInputTokens(request);
  const fewestInput = request.messages.reduce((sum, message) => sum + fewestTokens(message.text), 0);
  const input = reported?.input;
  const output = reported?.output;
  const isInput = isCount(input) && input >= fewestInput && input <= mostInput;
  const isOutput = isCount(output) && output >= fewestTokens(text) && output <= request.maxOutputTokens;
  if (isInput && isOutput) return { inputTokens: input, outputTokens: output };
  const overrun = isCount(output) ? Math.min(output, Buffer.byteLength(text)) : 0;
  return {
    inputTokens: isInput ? input : mostInput,
    outputTokens: isOutput ? output : Math.max(request.maxOutputTokens, overrun),
    isBound: true,
  };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
