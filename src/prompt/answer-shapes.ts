/** Reads answers that are one JSON object: shapes of their texts, and the error for another shape. */
import { z } from 'zod';
import { collapseWhitespace } from '../base/one-line.ts';
import { BadAnswer } from '../llm/bad-answer.ts';
import { jsonIn, restoreLatex } from './json-answer.ts';

/** A text on one line, with its LaTeX restored. */
export const words = (most: number) =>
  z
    .string()
    .max(most)
    .transform((text) => collapseWhitespace(restoreLatex(text)).trim());

/** @throws {BadAnswer} */
export function readShape<T extends z.ZodType>(schema: T, answer: string): z.infer<T> {
  const found = schema.safeParse(jsonIn(answer));
  if (found.success) return found.data;
  const [issue] = found.error.issues;
  const place = issue?.path.join('.') ?? '';
  const why = place === '' ? '' : ` (${place}: ${issue!.message})`;
  throw new BadAnswer(`the answer is not the JSON object asked for${why}`);
}

/** The places of numbers from 1 to `count`, without repetitions. @throws {BadAnswer} for a number that was not offered */
export function offeredPlaces(numbers: readonly number[], count: number): number[] {
  const unknown = numbers.find((number) => number < 1 || number > count);
  if (unknown !== undefined) throw new BadAnswer(`the number ${unknown} is not among the ${count} that were offered`);
  return [...new Set(numbers)].map((number) => number - 1);
}

/** Equal for texts that differ in white space and case. */
export const folded = (text: string): string => collapseWhitespace(text).trim().toLowerCase();
