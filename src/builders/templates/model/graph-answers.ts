/** Reads the answers of a model that makes templates: complete, within limits, and without control characters. */
import { z } from 'zod';
import { withoutThinking } from '../../../base/without-thinking.ts';
import { BadAnswer } from '../../../llm/bad-answer.ts';
import { readShape } from '../../../prompt/answer-shapes.ts';
import { restoreLatex } from '../../../prompt/json-answer.ts';
import { cleanText, MAX_STEPS } from '../graph-records.ts';
import { normalTheoremName } from '../theorem-names.ts';

const MAX_FIELD = 2000;
const MAX_THEOREMS = 12;

/** A text that is neither empty nor too long. */
const field = (most = MAX_FIELD) =>
  z
    .string()
    .max(most)
    .transform((text) => cleanText(restoreLatex(text)).trim())
    .refine((text) => text !== '', 'is empty');

const theorem = z.object({
  name: field(300).refine((name) => normalTheoremName(name) !== '', 'is no name'),
  statement: z
    .string()
    .max(MAX_FIELD)
    .transform((text) => cleanText(restoreLatex(text)).trim())
    .default(''),
});

export type NamedTheorem = z.infer<typeof theorem>;

const theoremsSchema = z.object({ theorems: z.array(theorem).max(MAX_THEOREMS) });
const stepTheoremsSchema = z.object({ theorems: z.array(theorem).max(MAX_STEPS) });
const templateSchema = z.object({
  title: field(300),
  problem: field(),
  steps: z.array(field()).min(1).max(MAX_STEPS),
});
const fullTemplateSchema = z.object({
  title: field(300),
  problem: field(),
  steps: z
    .array(z.object({ text: field(), theorem }))
    .min(1)
    .max(MAX_STEPS),
});

export interface BareTemplate {
  title: string;
  problem: string;
  steps: string[];
}

export interface FullTemplate {
  title: string;
  problem: string;
  steps: { text: string; theorem: NamedTheorem }[];
}

/** @throws {BadAnswer} */
export const readTheorems = (answer: string): { theorems: NamedTheorem[] } => readShape(theoremsSchema, answer);

/** @throws {BadAnswer} */
export const readBareTemplate = (answer: string): BareTemplate => readShape(templateSchema, answer);

/** @throws {BadAnswer} */
export const readFullTemplate = (answer: string): FullTemplate => readShape(fullTemplateSchema, answer);

/** Exactly one for each of `count` steps. @throws {BadAnswer} */
export function readStepTheorems(answer: string, count: number): { theorems: NamedTheorem[] } {
  const read = readShape(stepTheoremsSchema, answer);
  if (read.theorems.length === count) return read;
  throw new BadAnswer(`the answer has ${read.theorems.length} theorems for ${count} steps`);
}

/** The text of a solution without its thinking and control characters. @throws {BadAnswer} if nothing is left */
export function readSolutionText(answer: string): { text: string } {
  const text = cleanText(withoutThinking(answer)).trim();
  if (text === '') throw new BadAnswer('the answer is empty');
  return { text };
}
