/** The JSON shapes of the `concepts` commands. */
import { z } from 'zod';
import { PHRASE_ORIGINS } from '../concepts/definition.ts';
import { noticesSchema } from './error-schema.ts';
import { contributionsSchema } from './entry-search-schema.ts';
import { declarationSchema } from './search-schema.ts';

const listsSchema = z
  .array(
    z.object({
      list: z.string().describe('`overview`, `undergrad`, `100` or `1000`'),
      from: z.string().describe('its package, or the folder given'),
      entries: z.int(),
      names: z.int().describe('declarations that its entries name'),
      known: z.int().describe('how many of them the index has'),
      elsewhere: z.int().describe('entries with only an address'),
      undeclared: z.int().describe('entries without a declaration'),
    }),
  )
  .describe('curated lists that were read');

export const conceptsBuildSchema = z.object({
  schema: z.literal('lemmahead/concepts-build@1'),
  path: z.string(),
  definitions: z.int(),
  concepts: z.int(),
  core_concepts: z.int().describe('named in several texts, with a probable definition'),
  lists: listsSchema,
  problems: z.array(z.string()).describe('why lists were left out'),
  seconds: z.number(),
});

const fieldsOfMathematics = z
  .array(z.string())
  .describe('fields of mathematics that its module is about; else the first two parts of the module');

const definitionSchema = declarationSchema
  .pick({
    name: true,
    kind: true,
    statement: true,
    import: true,
    module: true,
    package: true,
    file_path: true,
    line_start: true,
    path: true,
    links: true,
    deprecated: true,
  })
  .extend({
    arguments: z.array(z.string()).describe('names of its explicit arguments'),
    fields: fieldsOfMathematics,
    annotation: z
      .object({ text: z.string(), origin: z.enum(['docstring', 'glossary', 'rule']) })
      .describe('what it means, in words; `rule`: read from its name'),
  });

const originsSchema = z
  .array(z.enum(PHRASE_ORIGINS))
  .describe('where the index links it to the term; empty if only the search found it');

const variantSchema = definitionSchema.extend({
  probability: z.number().nullable().describe('that the term means it in texts of the index; null if unknown'),
  origins: originsSchema,
  score: z.number(),
  contributions: contributionsSchema.optional(),
});

const conceptFields = {
  name: z.string(),
  key: z.string().describe('normal form of its names'),
  core: z.boolean().describe('named in several texts, with a probable definition'),
  texts: z.int().describe('number of texts of the index with this phrase'),
};

const spellingSchema = z
  .object({
    term: z.string(),
    write: z.string().describe('how it is written in Lean'),
    names: z.array(z.string()).describe('declarations that this takes'),
    note: z.string(),
    has_definition: z.boolean().describe('the index also has a definition of that name'),
  })
  .meta({ title: 'Spelling' });

export const conceptsSearchSchema = z.object({
  schema: z.literal('lemmahead/concepts-search@1'),
  term: z.string().describe('as typed'),
  field: z.string().nullable().describe('as typed'),
  spellings: z.array(spellingSchema).describe('how the library writes the term, if not by a definition of that name'),
  concept: z.string().nullable().describe('the concept that the term names'),
  concepts: z
    .array(
      z.object({
        concept: z
          .object({
            ...conceptFields,
            definitions: z.int().describe('all its meanings'),
            fields: z.array(z.string()).describe('fields of all its meanings'),
          })
          .nullable()
          .describe('null: the term names no concept of these definitions'),
        variants: z.array(variantSchema).describe('best first'),
      }),
    )
    .describe('best first, by their best variant'),
  other_meanings: z
    .array(z.object({ name: z.string(), kind: z.string(), field: z.string() }))
    .describe('other definitions of the concept, which are not meant here'),
  nearest: z.array(z.string()).describe('similar concepts, if nothing was found'),
  notices: noticesSchema,
});

export type DefinitionReport = z.infer<typeof definitionSchema>;
export type SpellingReport = z.infer<typeof spellingSchema>;
export type VariantReport = z.infer<typeof variantSchema>;
export type ConceptsSearchReport = z.infer<typeof conceptsSearchSchema>;
