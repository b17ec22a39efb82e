/** The JSON shapes of `search`, `show` and `open`. */
import { z } from 'zod';
import { QUERY_SHAPES } from '../search/channels.ts';
import { noticesSchema } from './error-schema.ts';
import { contributionsSchema } from './entry-search-schema.ts';

const binderSchema = z.object({
  text: z.string().describe('with its brackets'),
  names: z.array(z.string()).describe('empty for an instance without a name'),
  type: z.string().nullable().describe('null if none is written'),
  kind: z.enum(['explicit', 'implicit', 'strict_implicit', 'instance']),
  from_scope: z.boolean().describe('bound by a `variable` command or by the enclosing type'),
});

export const statementSchema = z
  .object({
    text: z.string().describe('one line: all binders, then the type'),
    binders: z.array(binderSchema),
    type: z.string().describe('the part after the colon; empty if none is written'),
  })
  .meta({ title: 'Statement' });

/** The fields of a declaration that `search` and `show` share. */
export const declarationSchema = z.object({
  name: z.string(),
  kind: z.string(),
  signature: z.string().describe('one line: keyword, full name, binders, type'),
  type: z.string().describe("the signature's part after the name"),
  statement: statementSchema.describe('whole, with the binders from its scope; of an alias, that of its target'),
  value: z.string().nullable().describe('the start of the value of a definition, on one line'),
  doc: z.string().nullable(),
  file_path: z.string().describe("relative to the package's root, with `/`"),
  line_start: z.int(),
  path: z.string().describe('absolute path of the file as it was indexed'),
  links: z
    .object({ source: z.string().nullable(), documentation: z.string().nullable() })
    .describe('its lines on GitHub, from the remote and the commit; its entry on the doc-gen4 site of its package'),
  package: z.string(),
  module: z.string(),
  import: z.string().describe('the line to add to a file that lacks it'),
  namespace: z.string(),
  attributes: z.array(z.string()),
  origin: z.string().describe('`written`, or what generated it'),
  generated_from: z.string().nullable(),
  private: z.boolean(),
  approximate: z.boolean().describe('the name or statement is inferred, not read from the source'),
  deprecated: z
    .object({ replacement: z.string().nullable(), since: z.string().nullable(), note: z.string().nullable() })
    .nullable(),
});

const constantsSchema = z.record(z.string(), z.string()).describe('full names, by the names in the type as written');

const resultSchema = declarationSchema.extend({
  constants: constantsSchema.optional(),
  matched: z.array(z.string()).describe('words of the name, type and docstring that the query has, in lower case'),
  score: z.number(),
  variants: z.array(z.string()).describe('names of variants grouped under this hit'),
  write_as: z.string().nullish().describe('with `--in`: the shortest form that refers to it there; null: private'),
  imported: z.boolean().optional().describe('with `--in`: the file imports its module'),
  contributions: contributionsSchema.optional(),
});

export const searchSchema = z.object({
  schema: z.literal('lemmahead/search@1'),
  query: z.string().describe('as typed'),
  shape: z.enum(QUERY_SHAPES).describe('the query type'),
  results: z.array(resultSchema).describe('best first'),
  offset: z.int().describe('number of skipped hits'),
  total: z
    .object({ count: z.int(), bound: z.enum(['exact', 'at most']) })
    .nullable()
    .describe('number of hits; null for queries in words and goals, which rank all declarations'),
  next_offset: z.int().nullable().describe('`--offset` of the next page; null if there is none'),
  nearest: z.array(z.string()).describe('similar names, if nothing was found'),
  notices: noticesSchema.describe('messages for the user: another query type was used, a stale index'),
});

const memberSchema = z.object({
  name: z.string(),
  type: z.string(),
  doc: z.string().nullable(),
  line_start: z.int(),
});

const neighbourSchema = z
  .object({ name: z.string(), kind: z.string(), type: z.string(), path: z.string(), line_start: z.int() })
  .meta({ title: 'Related declaration' });

const userSchema = z.object({ name: z.string(), file_path: z.string(), line_start: z.int(), count: z.int() });

export const showSchema = z.object({
  schema: z.literal('lemmahead/show@1'),
  declaration: declarationSchema.extend({
    line_end: z.int(),
    constants: constantsSchema,
    modifiers: z.array(z.string()),
    section: z.string().nullable().describe('the heading above it'),
    variables: z.array(z.string()).describe('binders that it takes from its scope'),
    instance_of: z.string().nullable(),
  }),
  source: z
    .object({ text: z.string(), line: z.int() })
    .nullable()
    .describe('its source text; null if the file is missing or changed'),
  parents: z.array(memberSchema).describe('of a structure or class'),
  fields: z.array(memberSchema),
  inherited: z
    .array(z.object({ name: z.string(), type: z.string(), from: z.string().describe('the structure that has it') }))
    .describe('fields of the parents, nearest first'),
  constructors: z.array(memberSchema),
  instances: z.object({ count: z.int(), top: z.array(neighbourSchema).describe('most used') }).describe('of a class'),
  generated_from: neighbourSchema.nullable().describe('what this declaration was generated from'),
  generates: z.array(neighbourSchema.extend({ origin: z.string() })).describe('what it generates'),
  users: z
    .object({
      files: z.int().describe('files that may mention it'),
      files_read: z.int().describe('how many of them were read, those with most mentions first'),
      top: z.array(userSchema),
    })
    .describe('the declarations that name it most often'),
  same_name: z.array(neighbourSchema).describe('other declarations with the same full name'),
  notices: noticesSchema,
  candidates: z.array(z.string()).describe('empty, because the declaration was found'),
});

export const unknownSchema = z
  .object({
    schema: z.literal('lemmahead/show@1'),
    declaration: z.null(),
    candidates: z.array(z.string()).describe('similar names, or names that end in it'),
    notices: noticesSchema,
  })
  .describe('No declaration has the name, or several have it.');

export const openSchema = z
  .object({
    schema: z.literal('lemmahead/open@1'),
    name: z.string(),
    path: z.string(),
    line: z.int().describe('the first line of the declaration'),
    notices: noticesSchema,
  })
  .describe('An unknown or ambiguous name gives `lemmahead/show@1`.');

export type StatementReport = z.infer<typeof statementSchema>;
export type DeclarationReport = z.infer<typeof declarationSchema>;
export type ResultReport = z.infer<typeof resultSchema>;
export type SearchReport = z.infer<typeof searchSchema>;
export type MemberReport = z.infer<typeof memberSchema>;
export type NeighbourReport = z.infer<typeof neighbourSchema>;
export type ShowReport = z.infer<typeof showSchema>;
export type UnknownReport = z.infer<typeof unknownSchema>;
