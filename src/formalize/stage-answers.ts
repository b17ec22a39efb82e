/** Reads the answers of a model to the stages of a pack: their shapes, and what makes them unusable. */
import { z } from 'zod';
import { BadAnswer } from '../llm/bad-answer.ts';
import { restoreLatex } from '../prompt/json-answer.ts';
import { folded, readShape, words } from '../prompt/answer-shapes.ts';
import { STATEMENT_CLASSES } from '../search/concepts/pack-choices.ts';

export const CONCEPT_ROLES = ['object', 'property', 'operation'] as const;

const MAX_CONCEPTS = 8;
const MAX_WORDS = 60;
const MAX_KEYWORDS = 6;
const MAX_NAMES = 3;
const MAX_GROWTH = 4;

const name = words(200);
const names = z.array(name).default([]);

const extractionSchema = z.object({
  class: z.enum(STATEMENT_CLASSES),
  because: z.union([z.array(name), name.transform((text) => [text])]).default([]),
  concepts: z
    .array(
      z.object({
        name: name.refine((text) => text !== '', 'is empty'),
        quote: words(1000),
        field: name.nullish().transform((field) => (field === undefined || field === '' ? null : field)),
        role: z
          .enum(CONCEPT_ROLES)
          .nullish()
          .catch(null)
          .transform((role) => role ?? null),
        symbols: names,
      }),
    )
    .max(MAX_CONCEPTS),
});

const rewritingSchema = z.object({
  statement: z.string().min(1).transform(restoreLatex),
  choices: z.array(z.object({ from: words(1000), to: words(1000), why: words(2000).default('') })).default([]),
});

const augmentationSchema = z.object({
  terms: z.array(
    z.object({
      concept: name,
      explanation: words(2000),
      domain: name.default(''),
      application: words(2000).default(''),
      depends_on: names,
    }),
  ),
  keywords: names,
  names,
});

const orderSchema = z.object({ order: z.array(z.int()).min(1) });

export type Extraction = z.infer<typeof extractionSchema>;
export type Rewriting = z.infer<typeof rewritingSchema>;
export type Augmentation = z.infer<typeof augmentationSchema>;

/** `text`: what the model has read. @throws {BadAnswer} */
export function readExtraction(answer: string, text: string): Extraction {
  const found = readShape(extractionSchema, answer);
  const known = folded(text);
  const stray = found.concepts.find(({ quote }) => quote === '' || !known.includes(folded(quote)));
  if (stray !== undefined) throw new BadAnswer(`"${stray.quote}" is not in the text`);
  if (found.concepts.length === 0 && found.class === 'explicit') throw new BadAnswer('it names no concept');
  return found;
}

/** Words that ask for something. */
const QUESTION = /\?|\b(?:how many|how much|find|determine|compute|evaluate|prove|show|decide|what is)\b/iu;

/** @throws {BadAnswer} */
export function readRewriting(answer: string, text: string): Rewriting {
  const found = readShape(rewritingSchema, answer);
  const missing = numerals(text).find((numeral) => !numerals(found.statement).includes(numeral));
  if (missing !== undefined) throw new BadAnswer(`the rewriting lacks the number ${missing}`);
  if (found.statement.length > MAX_GROWTH * Math.max(text.length, 100))
    throw new BadAnswer('the rewriting is too long');
  if (QUESTION.test(text) && !QUESTION.test(found.statement)) throw new BadAnswer('the rewriting lacks the question');
  return found;
}

/** `concepts`: the names asked for. @throws {BadAnswer} */
export function readAugmentation(answer: string, concepts: readonly string[]): Augmentation {
  const found = readShape(augmentationSchema, answer);
  const asked = new Set(concepts.map(folded));
  for (const { concept, explanation, depends_on: others } of found.terms) {
    const stray = [concept, ...others].find((each) => !asked.has(folded(each)));
    if (stray !== undefined) throw new BadAnswer(`"${stray}" is not a listed concept`);
    if (explanation.split(' ').length > MAX_WORDS) throw new BadAnswer(`the explanation of "${concept}" is too long`);
  }
  return {
    ...found,
    keywords: found.keywords.slice(0, MAX_KEYWORDS * concepts.length),
    names: found.names.slice(0, MAX_NAMES * concepts.length),
  };
}

/** Places in the list, from 0. `count`: its length. @throws {BadAnswer} */
export function readOrder(answer: string, count: number): number[] {
  const { order } = readShape(orderSchema, answer);
  const isListed = order.every((number) => number >= 1 && number <= count);
  if (!isListed || new Set(order).size !== order.length) throw new BadAnswer('its numbers are not those of the list');
  return order.map((number) => number - 1);
}

const numerals = (text: string): string[] =>
  text.match(/\d+(?:[.,]\d+)*/gu)?.map((numeral) => numeral.replaceAll(',', '')) ?? [];
