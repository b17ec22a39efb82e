/** The records of `concepts export`: the user's decisions, and the content of a base. */
import { z } from 'zod';
import { PHRASE_ORIGINS } from '../concepts/definition.ts';

export const meaningDecisionRecord = z.object({
  record: z.literal('meaning'),
  phrase: z.string().min(1),
  means: z.boolean().describe('false: the phrase does not mean the declaration'),
  name: z.string().min(1).describe('full name of the declaration'),
  package: z.string(),
  statement_hash: z.string().describe('of the declaration when the decision was made'),
});

export const nameDecisionRecord = z.object({
  record: z.literal('name'),
  kind: z.enum(['same as', 'also called']).describe('`same as`: both are one concept; else `other` also names it'),
  phrase: z.string().min(1),
  other: z.string().min(1),
});

const definitionRecord = z.object({
  record: z.literal('definition'),
  name: z.string(),
  kind: z.string(),
  module: z.string(),
  package: z.string(),
  annotation: z.string().describe('what it means, in words'),
  annotation_origin: z.string(),
});

const conceptRecord = z.object({
  record: z.literal('concept'),
  name: z.string(),
  key: z.string(),
  core: z.boolean(),
  texts: z.int(),
  meanings: z.array(
    z.object({ definition: z.string(), weight: z.number(), origin: z.enum(PHRASE_ORIGINS), phrase: z.string() }),
  ),
});

const translationRecord = z.object({
  record: z.literal('translation'),
  key: z.string(),
  definitions: z.array(z.object({ definition: z.string(), probability: z.number() })),
});

export const conceptsExportRecord = z.discriminatedUnion('record', [
  meaningDecisionRecord,
  nameDecisionRecord,
  definitionRecord,
  conceptRecord,
  translationRecord,
]);

export type ConceptsExportRecord = z.infer<typeof conceptsExportRecord>;

export const CONCEPTS_EXPORT = 'lemmahead/concepts-export@1';

export const conceptsExportSchema = z.object({
  schema: z.literal(CONCEPTS_EXPORT),
  records: z
    .union([z.array(conceptsExportRecord), z.int()])
    .describe('as lines of the text output; their number with `--out`'),
  written_to: z.string().optional().describe('with `--out`'),
});
