/** Extracts the text from a model's answer to an informal step, without thinking and without an outer fence. */
import type { ChatAnswer } from '../llm/chat.ts';
import { withoutThinking } from '../base/without-thinking.ts';
import { fencedBlocks } from './answer-blocks.ts';
import { UNCHANGED } from './templates/informal.ts';

/** A block with a larger share of the answer is the answer; a smaller one belongs to the text. */
const MIN_BLOCK_SHARE = 0.6;

/** Returns null for an empty answer or a refusal. */
export function answerText({ text, finish }: Pick<ChatAnswer, 'text' | 'finish'>): string | null {
  if (finish === 'refused') return null;
  const words = withoutThinking(text).trim();
  const blocks = fencedBlocks(words);
  const isAll = blocks.length === 1 && /^(?:```|~~~)/.test(words) && /(?:```|~~~)$/.test(words);
  const block = isAll ? blocks[0] : blocks.find((each) => each.text.length > MIN_BLOCK_SHARE * words.length);
  const inside = (block?.text ?? words).trim();
  return inside === '' ? null : inside;
}

/** Whether an answer states that the proof needs no change. */
export function isUnchanged(words: string): boolean {
  return new RegExp(`^\\W*${UNCHANGED}\\W*$`).test(words);
}
