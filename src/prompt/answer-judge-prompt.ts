/** Builds the prompt that asks whether two mathematical answers are the same, and reads its answer. */
import { BadAnswer } from '../llm/bad-answer.ts';
import { clip, marked, sliceCharsFromEnd } from './fitting.ts';
import { jsonIn } from './json-answer.ts';
import { promptOf, type Prompt } from './prompts.ts';
import { SOLVE_JUDGE, SOLVE_JUDGE_TAIL } from './templates/solve-judge.ts';

export interface JudgedAnswer {
  /** '' if it is not known. */
  question: string;
  reference: string;
  /** What was extracted from a model's text, or the text itself, which can persuade the judge more easily. */
  submitted: string;
  part: JudgedPart;
}

/** What the judge sees: the extracted answer, or the end of the text with it. */
export type JudgedPart = 'answer' | 'tail';

/** Characters of the question, and of each answer. */
const QUESTION_CHARS = 4000;
const ANSWER_CHARS = 500;
/** Characters of the end of a text. */
const TAIL_CHARS = 2000;

export function answerJudgePrompt({ question, reference, submitted, part }: JudgedAnswer): Prompt {
  const isTail = part === 'tail';
  const shown = isTail ? sliceCharsFromEnd(submitted, TAIL_CHARS) : clip(submitted, ANSWER_CHARS);
  return promptOf(isTail ? SOLVE_JUDGE_TAIL : SOLVE_JUDGE, {
    question: question === '' ? '' : `# Question\n\n${marked(clip(question, QUESTION_CHARS))}`,
    reference: marked(clip(reference, ANSWER_CHARS)),
    submitted: marked(shown),
  });
}

/** @throws {BadAnswer} */
export function readEquivalence(answer: string): { isEquivalent: boolean } {
  const value = jsonIn(answer);
  const verdict = typeof value === 'object' && value !== null && 'equivalent' in value ? value.equivalent : null;
  if (typeof verdict !== 'boolean') throw new BadAnswer('the answer has no "equivalent" that is true or false');
  return { isEquivalent: verdict };
}
