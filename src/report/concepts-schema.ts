/** The JSON shapes of the `concepts` commands. */
import { z } from 'zod';
import { PHRASE_ORIGINS, REFERENCE_SOURCES } from '../concepts/definition.ts';
import { STATEMENT_CLASSES } from '../search/concepts/pack-choices.ts';
import { modelsSchema } from '../session/concept-models-schema.ts';
import { noticesSchema } from './error-schema.ts';
import { contributionsSchema } from './entry-search-schema.ts';
import { costSchema, promptSchema } from './prove-schema.ts';
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

const plannedEmbeddingSchema = z.object({
  embedder: z.string(),
  endpoint: z.string().describe('the server to which the texts would be sent'),
  texts: z.int().describe('definitions and concepts without a vector'),
  worst_tokens: z.int(),
  worst_cost: costSchema,
});

export const conceptsDryRunSchema = z.object({
  schema: z.literal('lemmahead/concepts-build-dry-run@1'),
  model: z.string().nullable().describe('null: none is asked'),
  endpoint: z.string().nullable().describe('the server to which requests would be sent'),
  prompts: z
    .array(promptSchema)
    .describe('with what the base has now; those of later stages depend on earlier answers'),
  max_requests: z.int().describe('with questions that are put again'),
  worst_tokens: z.int().describe('of the shown requests'),
  worst_cost: costSchema,
  embedding: plannedEmbeddingSchema.nullable().describe('null: nothing is embedded'),
});

export const conceptsBuildSchema = z.object({
  schema: z.literal('lemmahead/concepts-build@1'),
  path: z.string(),
  definitions: z.int(),
  concepts: z.int(),
  core_concepts: z.int().describe('named in several texts, with a probable definition'),
  lists: listsSchema,
  problems: z.array(z.string()).describe('why lists were left out'),
  warnings: z.array(z.string()).describe('decisions of the user that do not fit the index any more'),
  model_rows: z
    .object({
      kept: z.int(),
      renamed: z.int().describe('their definitions have other names now'),
      changed: z.int().describe('dropped, because their definitions have changed'),
      gone: z.int().describe('dropped, because the index no longer has their definitions'),
    })
    .describe('what models wrote for the base before'),
  models: modelsSchema.nullable().describe('what models were asked now; null if none was'),
  seconds: z.number(),
});

const fieldsOfMathematics = z
  .array(z.string())
  .describe('fields of mathematics that its module is about; else the first two parts of the module');

const modelTextSchema = z
  .object({ text: z.string(), model: z.string(), template: z.string(), snapshot: z.string() })
  .nullable()
  .describe('written by a model; `snapshot` is what answered. Null if no model was asked');

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
      .object({ text: z.string(), origin: z.enum(['docstring', 'glossary', 'rule']), model: modelTextSchema })
      .describe('what it means, in words; `rule`: read from its name'),
  });

const useSchema = z
  .object({
    of: z
      .string()
      .describe("its first argument that is no type (`f : X → Y`), else the types that it takes; may be ''"),
    needs: z.array(z.string()).describe('classes that it needs'),
    words: z.array(z.string()).describe('words of texts about it that texts about the other variants have less often'),
    write: z.string().describe('how a statement writes it'),
    notations: z.array(z.object({ text: z.string(), opens: z.string().nullable() })).describe('with what must be open'),
    general: z.array(z.string()).describe('definitions that need less'),
    special: z.array(z.string()).describe('definitions that need more'),
    example: z
      .object({ name: z.string(), statement: z.string() })
      .nullable()
      .describe('a short theorem whose statement names it'),
    preferred: z.string().nullable().describe('what to use instead'),
  })
  .meta({ title: 'Use of a definition' });

const originsSchema = z
  .array(z.enum(PHRASE_ORIGINS))
  .describe('where the index links it to the term; empty if only the search found it');

const variantSchema = definitionSchema.extend({
  use: useSchema,
  when: modelTextSchema,
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
    .describe('definitions of the concept in other fields than those found'),
  nearest: z.array(z.string()).describe('similar concepts, if nothing was found'),
  notices: noticesSchema,
});

const meaningSchema = definitionSchema.extend({
  weight: z.number().describe('how certain it is that the concept means it; more than 1 for curated lists'),
  origin: z.enum(PHRASE_ORIGINS),
  phrase: z.string().describe('as written in its source'),
  example: useSchema.shape.example.optional().describe('with `--examples`'),
});

export const conceptsShowSchema = z.object({
  schema: z.literal('lemmahead/concepts-show@1'),
  concept: z
    .object({
      ...conceptFields,
      fields: z
        .array(z.object({ field: z.string(), variants: z.array(meaningSchema).describe('heaviest first') }))
        .describe('those with most meanings first'),
    })
    .nullable()
    .describe('null if the text names a definition, or nothing'),
  definition: definitionSchema
    .extend({
      use: useSchema,
      references: z
        .array(z.object({ source: z.enum(REFERENCE_SOURCES), tag: z.string(), note: z.string() }))
        .describe('entries elsewhere that it corresponds to'),
      concepts: z
        .array(
          z.object({
            ...conceptFields,
            phrase: z.string().describe('as written in its source'),
            weight: z.number(),
            origin: z.enum(PHRASE_ORIGINS),
          }),
        )
        .describe('heaviest first'),
    })
    .nullable()
    .describe('null if the text names a concept, or nothing'),
  nearest: z.array(z.string()).describe('similar concepts, if nothing was found'),
  notices: noticesSchema,
});

const placeSchema = z
  .object({ start: z.int(), end: z.int() })
  .nullable()
  .describe('in UTF-16 units of the text; null if LaTeX was read as words there');

export const conceptsPackSchema = z.object({
  schema: z.literal('lemmahead/concepts-pack@1'),
  text: z.string().describe('as read: of a long text, its first part'),
  cut: z.boolean().describe('the text was longer'),
  class: z.enum(STATEMENT_CLASSES).describe('`implicit`: an applied problem, which names few concepts'),
  because: z.array(z.string()).describe('words of the text that decided the class'),
  concepts: z
    .array(z.object({ ...conceptFields, phrase: z.string().describe('words of the text'), place: placeSchema }))
    .describe('in the order of the text'),
  spellings: z.array(spellingSchema),
  cues: z
    .array(z.object({ phrase: z.string(), place: placeSchema, write: z.string(), names: z.array(z.string()) }))
    .describe('words of a story, and how they are modelled'),
  definitions: z
    .array(
      definitionSchema.extend({
        write: z.string().describe('how a statement writes it'),
        notations: z.array(z.string()),
        probability: z.number().describe('that the text needs it, by the translation table'),
        phrase: z.string().nullable().describe('words of the text that name it; null if only the table found it'),
        score: z.number(),
      }),
    )
    .describe('best first'),
  prompt: z.string().describe('the definitions as a model gets them'),
  notices: noticesSchema,
});

const countsSchema = z.record(z.string(), z.int());

export const conceptsStatsSchema = z.object({
  schema: z.literal('lemmahead/concepts-stats@1'),
  path: z.string(),
  bytes: z.int(),
  index_digest: z.string().describe('of the index that it was built from'),
  current: z.boolean().describe('the index still has this digest'),
  definitions: z.int(),
  annotated: z.int().describe('definitions with a docstring or a text of the glossary'),
  named: z.int().describe('definitions that belong to a concept'),
  concepts: z.int(),
  core_concepts: z.int(),
  polymorphic: z.int().describe('core concepts with two or more definitions of probability 0.05'),
  links: z.int().describe('of concepts to definitions'),
  phrases: z.int().describe('phrases in the translation table'),
  kinds: countsSchema.describe('definitions by kind'),
  annotations: countsSchema.describe('definitions by origin of their annotation'),
  origins: countsSchema.describe('links by origin'),
  meanings: countsSchema.describe('concepts by number of definitions'),
  lists: listsSchema,
  notices: noticesSchema,
});

const decisionFields = {
  undo: z.boolean().describe('the decision was taken back'),
  changed: z.boolean().describe('false: it was so before'),
};

export const conceptsLinkSchema = z.object({
  schema: z.literal('lemmahead/concepts-link@1'),
  key: z.string().describe('by which phrases of one concept are the same'),
  phrase: z.string(),
  name: z.string().describe('full name of the declaration'),
  means: z.boolean().describe('false: the phrase does not mean it'),
  ...decisionFields,
});

export const conceptsNameSchema = z.object({
  schema: z.literal('lemmahead/concepts-name@1'),
  kind: z.enum(['same as', 'also called']).describe('`same as`: both are one concept; else `other` also names it'),
  key: z.string().describe('normal form of the concept'),
  phrase: z.string(),
  other_key: z.string(),
  other: z.string(),
  ...decisionFields,
});

export const conceptsImportSchema = z.object({
  schema: z.literal('lemmahead/concepts-import@1'),
  path: z.string().describe('of the library'),
  decisions: z.int().describe('in the file'),
  changed: z.int().describe('decisions that the library did not have'),
  skipped: z.int().describe('records of the content of a base, which are not imported'),
});

export const conceptsVerifySchema = z.object({
  schema: z.literal('lemmahead/concepts-verify@1'),
  path: z.string(),
  checks: z.array(z.string()).describe('passed checks, as sentences'),
  faults: z.array(z.string()).describe('faults, as sentences'),
});

export type DefinitionReport = z.infer<typeof definitionSchema>;
export type SpellingReport = z.infer<typeof spellingSchema>;
export type VariantReport = z.infer<typeof variantSchema>;
export type ConceptsSearchReport = z.infer<typeof conceptsSearchSchema>;
export type UseReport = z.infer<typeof useSchema>;
export type MeaningReport = z.infer<typeof meaningSchema>;
export type ConceptsShowReport = z.infer<typeof conceptsShowSchema>;
export type ConceptsPackReport = z.infer<typeof conceptsPackSchema>;
export type ConceptsStatsReport = z.infer<typeof conceptsStatsSchema>;
