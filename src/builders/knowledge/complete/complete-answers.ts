/** Reads the answers of a model that completes proofs and solutions: only numbers and names that were offered count. */
import { z } from 'zod';
import { BadAnswer } from '../../../llm/bad-answer.ts';
import { offeredPlaces, readShape, words } from '../../../prompt/answer-shapes.ts';
import { restoreLatex } from '../../../prompt/json-answer.ts';
import type { ShownAttempt } from '../../../prompt/complete-prompts.ts';
import { type Adapter, ADAPTERS, PRINCIPLES } from '../../../prompt/templates/complete-entity.ts';

const MAX_POINTS = 12;
const MAX_LIST = 50;
const MAX_CHARS = 30_000;
const MAX_REASON = 600;

const name = words(200);

const classifySchema = z.object({ adapter: z.enum(ADAPTERS) });
const pointsSchema = z.object({ points: z.array(name).max(MAX_POINTS) });
const selectSchema = z.object({ selected: z.array(z.int()).max(MAX_LIST) });
const attemptSchema = z.object({
  text: z
    .string()
    .max(MAX_CHARS)
    .transform((text) => restoreLatex(text).trim())
    .refine((text) => text !== '', 'is empty'),
  used: z.array(z.int()).max(MAX_LIST).default([]),
  unverified: z.array(name).max(MAX_LIST).default([]),
  program: z.string().max(MAX_CHARS).nullish(),
});
const violationsSchema = z.object({
  violated: z.array(z.object({ principle: z.int(), why: words(MAX_REASON) })).max(MAX_LIST),
});

/** @throws {BadAnswer} */
export const readAdapter = (answer: string): { adapter: Adapter } => readShape(classifySchema, answer);

/** @throws {BadAnswer} */
export function readPoints(answer: string): { points: string[] } {
  const { points } = readShape(pointsSchema, answer);
  return { points: [...new Set(points.filter((point) => point !== ''))] };
}

/** The places of the selected ones among `count`. @throws {BadAnswer} */
export function readSelected(answer: string, count: number): { at: number[] } {
  return { at: offeredPlaces(readShape(selectSchema, answer).selected, count) };
}

export interface Attempt extends ShownAttempt {
  /** Places in the knowledge. */
  used: number[];
}

/** `count`: number of entries of the knowledge. @throws {BadAnswer} */
export function readAttempt(answer: string, adapter: Adapter, count: number): Attempt {
  const { text, used, unverified, program = null } = readShape(attemptSchema, answer);
  if (adapter === 'calculation' && (program ?? '').trim() === '') throw new BadAnswer('the answer has no program');
  const isProgram = adapter === 'calculation';
  return {
    ...{ text, unverified: unverified.filter((each) => each !== ''), used: offeredPlaces(used, count) },
    program: isProgram ? program : null,
  };
}

/** The violated principles, one a line. @throws {BadAnswer} */
export function readViolated(answer: string, adapter: Adapter): string[] {
  const { violated } = readShape(violationsSchema, answer);
  return violated.map(({ principle, why }) => {
    const text = PRINCIPLES[adapter][principle - 1];
    if (text === undefined) throw new BadAnswer(`there is no principle ${principle}`);
    return `${text.replace(/\.$/u, '')}: ${why}`;
  });
}
