/** Parsing of answers: the error for an invalid one. */
import type { ChatAnswer } from './chat.ts';
import type { ToolCall } from './chat-tools.ts';

/** Parses a complete answer. @throws {BadAnswer} */
export type ReadAnswer<T> = (text: string, calls: readonly ToolCall[]) => T;

/** The answer is invalid. The message gives the reason, as the end of a sentence. */
export class BadAnswer extends Error {
  override readonly name = 'BadAnswer';
}

/** Parses an answer. @throws {BadAnswer} if the answer is incomplete, or `read` rejects it */
export function readComplete<T>({ finish, text, usage, calls = [] }: ChatAnswer, read: ReadAnswer<T>): T {
  if (finish === 'refused') throw new BadAnswer('the model refused');
  if (finish === 'length') {
    throw new BadAnswer(`the answer was cut off after ${usage.outputTokens} tokens (model.max_output_tokens)`);
  }
  return read(text, calls);
}

/** Returns null if `read` rejects the text, for example because an older version accepted it. */
export function readOrNull<T>({ text, calls = [] }: Pick<ChatAnswer, 'text' | 'calls'>, read: ReadAnswer<T>): T | null {
  try {
    return read(text, calls);
  } catch (error) {
    if (error instanceof BadAnswer) return null;
    throw error;
  }
}
