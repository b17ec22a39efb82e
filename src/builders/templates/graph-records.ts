/**
 * The records of a graph of templates (specs/templates.md, section 1 and appendix D): they are the lines of an export, and
 * what the library keeps of each entry. Files with them, and what a model wrote in them, are not trusted.
 */
import { z } from 'zod';
import { PROBLEM_STAGES, TEMPLATE_STAGES } from '../../library/template-stages.ts';

/** What made a graph, in full, so that another run can be compared. Values are texts or numbers. */
export const graphPlan = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]));

export type GraphPlan = z.infer<typeof graphPlan>;

export const MAX_STEPS = 16;
/** Characters of one text. */
export const MAX_TEXT = 20_000;
export const MAX_TITLE = 500;
export const MAX_ANSWER = 2000;
const MAX_KEY = 600;
/** Items of one list. */
export const MAX_ITEMS = 100;

/** Control characters except line breaks and tabs, and those that change the direction of a text. */
const CONTROLS = /(?![\n\t])\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A text as it is stored: composed characters, `\n` for line breaks, and no control characters. */
export const cleanText = (text: string): string =>
  text.normalize('NFC').replaceAll(/\r\n?/gu, '\n').replaceAll(CONTROLS, '');

const text = (most = MAX_TEXT) => z.string().max(most);
/** What lists show of a record. */
const title = text(MAX_TITLE).regex(/\S/u, 'must not be empty');
/** Entries of documents have a `#` in their keys, entries of graphs have none. */
const key = z
  .string()
  .min(1)
  .max(MAX_KEY)
  .regex(/^[^#\p{Cc}]+$/u, 'a key has no # and no control character');
const level = z.int().min(1).max(5).nullable().describe('1 (easy) to 5; null: unknown');
const field = text(MAX_TITLE).nullable().describe('subject, such as Algebra; null: unknown');

export const theoremRecord = z.strictObject({
  record: z.literal('theorem'),
  key,
  name: title,
  statement: text().describe('may be empty'),
  also: z
    .array(z.strictObject({ name: text(MAX_TITLE), statement: text() }))
    .max(MAX_ITEMS)
    .describe('other statements under this name'),
  declarations: z
    .array(
      z.strictObject({
        package: z.string().max(MAX_TITLE),
        name: z.string().min(1).max(MAX_TEXT).describe('full name'),
        statement_hash: z.string().max(MAX_TITLE),
        similarity: z.number().min(0).max(1),
      }),
    )
    .max(MAX_ITEMS)
    .describe('Lean declarations that state it'),
  entries: z
    .array(
      z.strictObject({
        source: z.string().min(1).max(MAX_TITLE),
        key: z.string().min(1).max(MAX_TEXT),
        similarity: z.number().min(0).max(1),
      }),
    )
    .max(MAX_ITEMS)
    .describe('entries of the library that state it'),
});

export const problemRecord = z.strictObject({
  record: z.literal('problem'),
  key,
  stage: z.enum(PROBLEM_STAGES).describe('labelled: it is itself a solved problem that names its theorem'),
  name: title.describe('in its dataset'),
  problem: text(),
  solution: text().nullable(),
  answer: text(MAX_ANSWER).nullable(),
  options: z.array(text(MAX_ANSWER)).max(26).describe('of a choice, in order; empty otherwise'),
  level,
  field,
  theorems: z.array(key).max(MAX_ITEMS).describe('keys of the theorems that it uses'),
});

export const templateRecord = z.strictObject({
  record: z.literal('template'),
  key,
  stage: z.enum(TEMPLATE_STAGES),
  level,
  field,
  title,
  problem: text().describe('the class of problems, with placeholders'),
  steps: z
    .array(z.strictObject({ text: text(), theorem: key.nullable().describe('key; null: none is known') }))
    .min(1)
    .max(MAX_STEPS)
    .describe('the solution'),
  parent: key.nullable().describe('key of the template that it varies'),
  seed: key.nullable().describe('key of the problem that it is from'),
  entry: z
    .strictObject({ source: z.string().min(1).max(MAX_TITLE), key: z.string().min(1).max(MAX_TEXT) })
    .nullable()
    .describe('the entry of the library that it is from'),
  checks: z.record(z.string(), z.unknown()).describe('the numbers behind each rule'),
  rejected: z.string().max(MAX_TITLE).nullable().describe('the rule that rejects it; null: it is kept'),
  made_by: z
    .record(z.string(), z.unknown())
    .describe('the model, and by prompt the SHA-256 of its answers; empty: no model'),
});

export const graphItemRecord = z.discriminatedUnion('record', [theoremRecord, problemRecord, templateRecord]);

export type TheoremRecord = z.infer<typeof theoremRecord>;
export type ProblemRecord = z.infer<typeof problemRecord>;
export type TemplateRecord = z.infer<typeof templateRecord>;
export type GraphItemRecord = z.infer<typeof graphItemRecord>;

/** JSON data with all its texts clean, as records have them. */
export function cleanData(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(cleanData);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, cleanData(each)]));
}
