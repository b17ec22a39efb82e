/** Reads the answers of a model about definitions and concepts: their shapes, and what makes them unusable. */
import { z } from 'zod';
import { collapseWhitespace } from '../../base/one-line.ts';
import { CONCEPT_ROLES, type ExtractedConcept } from '../../concepts/model-rows.ts';
import { BadAnswer } from '../../llm/bad-answer.ts';
import { withoutThinking } from '../../base/without-thinking.ts';
import { readShape, words } from '../../prompt/answer-shapes.ts';

const MAX_TEXT = 700;
/** Fewer are no sentence: `null`, `[]`, `I refuse`. */
const MIN_WORDS = 3;
const MAX_SENTENCES = 3;
const MAX_CONCEPTS = 3;
const MAX_ALIASES = 5;

const name = words(100);

const conceptSchema = z.object({
  name: name.refine((text) => text !== '', 'is empty'),
  aliases: z
    .array(name)
    .nullish()
    .transform((names) => (names ?? []).filter((text) => text !== '').slice(0, MAX_ALIASES)),
  field: name.nullish().transform((text) => text ?? ''),
  level: name.nullish().transform((text) => text ?? ''),
  role: z.enum(CONCEPT_ROLES),
});
const extractionSchema = z.object({
  definitions: z.array(z.object({ name: z.string(), concepts: z.array(conceptSchema).max(MAX_CONCEPTS) })),
});
const mergeSchema = z.object({ same: z.boolean() });
const explanationSchema = z.object({ variants: z.array(z.object({ name: z.string(), when: words(MAX_TEXT) })) });

/** Names of Lean: with a dot, an underscore, or a capital letter within. Formulas are not read. */
const LEAN_NAME = /[\p{L}_]\w*\.[\p{L}_]\w+|\b\w+_\w+|\b\p{Ll}+\p{Lu}\w*|\bIs\p{Lu}\w+|:=|\bfun\s+\w+\s*(?:=>|↦)/u;

/** One to three sentences. @throws {BadAnswer} */
export function readBackTranslation(answer: string): { text: string } {
  const text = collapseWhitespace(withoutThinking(answer)).trim();
  if (text === '') throw new BadAnswer('the answer is empty');
  if (text.length > MAX_TEXT) throw new BadAnswer('the answer is too long');
  if (text.includes('```')) throw new BadAnswer('the answer is a block of code');
  const [found] = LEAN_NAME.exec(text.replaceAll(/\$[^$]*\$/g, ' ')) ?? [];
  if (found !== undefined) throw new BadAnswer(`the answer has the Lean name ${found}`);
  if ((text.match(/\p{L}{2,}/gu) ?? []).length < MIN_WORDS) throw new BadAnswer('the answer is no sentence');
  if ((text.match(/[.!?]\s+\p{Lu}/gu) ?? []).length >= MAX_SENTENCES) throw new BadAnswer('the answer is too long');
  return { text };
}

/** By the names of `asked`; other names are dropped, and some may be missing. @throws {BadAnswer} */
export function readExtractedConcepts(answer: string, asked: ReadonlySet<string>): Map<string, ExtractedConcept[]> {
  const { definitions } = readShape(extractionSchema, answer);
  return new Map(definitions.filter((each) => asked.has(each.name)).map((each) => [each.name, each.concepts]));
}

/** By the names of `asked`, as `readExtractedConcepts`. @throws {BadAnswer} */
export function readExplanations(answer: string, asked: ReadonlySet<string>): Map<string, string> {
  const { variants } = readShape(explanationSchema, answer);
  const known = variants.filter((each) => asked.has(each.name) && each.when !== '');
  return new Map(known.map(({ name: definition, when }) => [definition, when]));
}

/** @throws {BadAnswer} */
export function readMerge(answer: string): { same: boolean } {
  return readShape(mergeSchema, answer);
}
