/** The words in a model's answer to an informal step: without its thinking, and without a fence around all of it. */
import type { ChatAnswer } from '../llm/chat.ts';
import { fencedBlocks, withoutThinking } from './answer-blocks.ts';
import { UNCHANGED } from './templates/informal-improve-or-keep.ts';

/** A block that is most of an answer is the answer; one that is less of it belongs to the text. */
const MOST_OF_IT = 0.6;

/** Null where there are none: an empty answer, or a refusal. */
export function wordsIn({ text, finish }: Pick<ChatAnswer, 'text' | 'finish'>): string | null {
  if (finish === 'refused') return null;
  const words = withoutThinking(text).trim();
  const blocks = fencedBlocks(words);
  const isAll = blocks.length === 1 && /^(?:```|~~~)/.test(words) && /(?:```|~~~)$/.test(words);
  const block = isAll ? blocks[0] : blocks.find((each) => each.text.length > MOST_OF_IT * words.length);
  const inside = (block?.text ?? words).trim();
  return inside === '' ? null : inside;
}

/** Whether an answer says that the proof needs no change. */
export function saysUnchanged(words: string): boolean {
  return new RegExp(`^\\W*${UNCHANGED}\\W*$`).test(words);
}
