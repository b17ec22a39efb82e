/** Reads the answers of a model that solves problems: only templates that were offered count. */
import { z } from 'zod';
import { BadAnswer } from '../llm/bad-answer.ts';
import { readShape, words } from '../prompt/answer-shapes.ts';
import type { ShownTheorem } from '../prompt/solve-prompts.ts';

export const MAX_ROWS = 12;
const MAX_TEXT = 4000;

const distilSchema = z.object({ templates: z.array(words(MAX_TEXT)).max(20) });
const tableSchema = z.object({
  rows: z
    .array(z.object({ name: words(300), statement: words(MAX_TEXT).default(''), when: words(MAX_TEXT).default('') }))
    .max(50),
});
const chooseSchema = z.object({ template: z.int() });

/** At least one and at most `count` wordings. @throws {BadAnswer} */
export function readWordings(answer: string, count: number): { wordings: string[] } {
  const wordings = [...new Set(readShape(distilSchema, answer).templates.filter((text) => text !== ''))];
  if (wordings.length === 0) throw new BadAnswer('the answer has no template');
  return { wordings: wordings.slice(0, count) };
}

/** At most `MAX_ROWS` rows. @throws {BadAnswer} */
export function readTable(answer: string): { rows: ShownTheorem[] } {
  const rows = readShape(tableSchema, answer).rows.filter(({ name }) => name !== '');
  if (rows.length === 0) throw new BadAnswer('the table has no row');
  return { rows: rows.slice(0, MAX_ROWS) };
}

/** Place of the chosen template among `count`; null for none. @throws {BadAnswer} */
export function readChoice(answer: string, count: number): { at: number | null } {
  const { template } = readShape(chooseSchema, answer);
  if (template < 0 || template > count) throw new BadAnswer(`${template} is not among the ${count} that were offered`);
  return { at: template === 0 ? null : template - 1 };
}
