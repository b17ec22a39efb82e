/** The type of a question to a model whose answer is read. */
import type { ReadAnswer } from '../llm/bad-answer.ts';
import type { Prompt } from './prompts.ts';

/** Puts a question to a model, again if the answer is unusable. `read` throws `BadAnswer`. `Extra`: what else is known of the answer. */
export type AskFor<Extra = unknown> = <T extends object>(
  prompt: Prompt,
  read: ReadAnswer<T>,
  sample?: number,
) => Promise<{ value: T } & Extra>;
