/** Builds the prompt that asks whether two mathematical answers are the same, and reads its answer. */
import { BadAnswer } from '../llm/bad-answer.ts';
import { clip, marked } from './fitting.ts';
import { jsonIn } from './json-answer.ts';
import { promptOf, type Prompt } from './prompts.ts';
import { SOLVE_JUDGE } from './templates/solve-judge.ts';

export interface JudgedAnswer {
  /** '' if it is not known. */
  question: string;
  reference: string;
  /** What was extracted from a model's text, never the whole text, which could persuade the judge. */
  submitted: string;
}

/** Characters of the question, and of each answer. */
const QUESTION_CHARS = 4000;
const ANSWER_CHARS = 500;

export function answerJudgePrompt({ question, reference, submitted }: JudgedAnswer): Prompt {
  return promptOf(SOLVE_JUDGE, {
    question: question === '' ? '' : `# Question\n\n${marked(clip(question, QUESTION_CHARS))}`,
    reference: marked(clip(reference, ANSWER_CHARS)),
    submitted: marked(clip(submitted, ANSWER_CHARS)),
  });
}

/** @throws {BadAnswer} */
export function readEquivalence(answer: string): { isEquivalent: boolean } {
  const value = jsonIn(answer);
  const verdict = typeof value === 'object' && value !== null && 'equivalent' in value ? value.equivalent : null;
  if (typeof verdict !== 'boolean') throw new BadAnswer('the answer has no "equivalent" that is true or false');
  return { isEquivalent: verdict };
}
