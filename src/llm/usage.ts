/** Token counts of an answer: the provider's report, or a bound if the report is implausible. */
import type { ChatRequest, Usage } from './chat.ts';
import { maxInputTokens, textsOf } from './cost-bound.ts';

/** Unchecked values as received. */
export interface ReportedUsage {
  input: unknown;
  output: unknown;
}

/** No vocabulary in use has a longer token; the longest ones are runs of spaces. */
const LONGEST_TOKEN_BYTES = 128;

/** Lower bound of the tokens of `text`. */
export function minTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / LONGEST_TOKEN_BYTES);
}

/**
 * Accepts the reported counts if they are plausible: integers between the minimum for the texts and the maximum that the
 * request allowed. Replaces each implausible number by its upper bound: the maximum of the prompt, or the output limit.
 * If a server reports more output than allowed, the count may rise to the number of bytes of the text.
 */
export function countUsage(request: ChatRequest, text: string, reported: ReportedUsage | null): Usage {
  const maxInput = maxInputTokens(request);
  const minInput = textsOf(request).reduce((sum, each) => sum + minTokens(each), 0);
  const input = reported?.input;
  const output = reported?.output;
  const isInput = isCount(input) && input >= minInput && input <= maxInput;
  const isOutput = isCount(output) && output >= minTokens(text) && output <= request.maxOutputTokens;
  if (isInput && isOutput) return { inputTokens: input, outputTokens: output };
  const overrun = isCount(output) ? Math.min(output, Buffer.byteLength(text)) : 0;
  return {
    inputTokens: isInput ? input : maxInput,
    outputTokens: isOutput ? output : Math.max(request.maxOutputTokens, overrun),
    isBound: true,
  };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
