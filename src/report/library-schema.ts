/** The JSON shapes of the `library` commands. */
import { z } from 'zod';
import { ENTRY_KINDS } from '../library/entry.ts';
import { embedSchema } from '../session/embed-schema.ts';
import { FORMAT_NAMES } from '../sources/formats.ts';
import { failureSchema } from './error-schema.ts';

/** Position of a part of a document. */
export const placeSchema = z.object({
  file: z.string().describe("relative to the folder of the document's first file, with `/`"),
  line: z.int().nullable(),
  page: z.int().nullable(),
});

export const problemsSchema = z.array(
  z.object({ code: z.string(), message: z.string(), place: placeSchema.nullable() }),
);

/** The content of an entry. */
export const entryFields = {
  key: z.string().describe('unique in its source'),
  kind: z.enum(ENTRY_KINDS),
  called: z.string().describe('its name for this kind in the source: `Lemma`; may be empty'),
  number: z.string().nullable(),
  title: z.string(),
  headings: z.array(z.string()),
  body: z.string(),
  proof: z.string().nullable().describe('proof or solution'),
  place: placeSchema.nullable().describe('null if it is not part of a document'),
};

const lineSchema = z
  .object({
    id: z.int(),
    source: z.string(),
    ...z.object(entryFields).pick({ key: true, kind: true, called: true, number: true, title: true }).shape,
    begins: z.string().describe('the start of its text, on one line'),
  })
  .meta({ title: 'Entry in a list' });

const counts = { added: z.int(), changed: z.int(), unchanged: z.int(), removed: z.int() };

export const libraryAddSchema = z.object({
  schema: z.literal('lemmahead/library-add@1'),
  path: z.string().describe('the library'),
  documents: z.array(
    z.object({
      id: z.int(),
      path: z.string(),
      source: z.string(),
      name: z.string(),
      title: z.string(),
      change: z
        .enum(['added', 'changed', 'unchanged', 'copy'])
        .describe('`copy`: not added, because a document of the source has the same content'),
      ...counts,
      problems: problemsSchema,
      moved_from: z.string().nullable(),
      copies: z.array(z.string()).describe('paths of documents with the same content'),
      namesake: z.string().nullable().describe('path of another document of the source with the same name'),
    }),
  ),
  failed: z.array(z.object({ path: z.string(), ...failureSchema.shape })).describe('documents that could not be read'),
  left_out: z.array(z.object({ path: z.string(), why: z.string() })).describe('skipped files of a folder'),
  not_begun: z.int().describe('number of documents that were not reached'),
  stopped: z.string().nullable().describe('why they were not reached; null if all were'),
  spent: z
    .object({ tokens: z.int(), cost: z.number().nullable().describe('in US dollars; null if the price is unknown') })
    .nullable()
    .describe('cost of reading by a model; null without a model'),
  seconds: z.number(),
});

export const libraryListSchema = z.object({
  schema: z.literal('lemmahead/library-list@1'),
  path: z.string().describe('the library'),
  sources: z.array(
    z.object({
      name: z.string(),
      entries: z.int(),
      documents: z.array(
        z.object({
          name: z.string(),
          title: z.string(),
          path: z.string(),
          format: z.enum(FORMAT_NAMES),
          entries: z.int(),
          added_at: z.string(),
          changed_at: z.string(),
          problems: problemsSchema,
        }),
      ),
    }),
  ),
  entries: z
    .array(
      lineSchema.extend({
        headings: z.array(z.string()),
        ...placeSchema.partial({}).shape,
        file: z.string().nullable(),
      }),
    )
    .nullable()
    .describe('with a filter or `--entries`; otherwise null'),
  total: z.int().nullable().describe('number of matching entries, including those beyond `--limit`'),
});

export const libraryShowSchema = z.object({
  schema: z.literal('lemmahead/library-show@1'),
  entry: z.object({
    id: z.int(),
    source: z.string(),
    document_id: z.int().nullable(),
    ...entryFields,
    content_hash: z.string(),
  }),
  document: z.object({ name: z.string(), title: z.string(), path: z.string() }).nullable(),
  labels: z.array(z.string()).describe('names that documents use for it'),
  references: z
    .array(
      z.object({
        kind: z.enum(['refers', 'cites']),
        label: z.string(),
        to: lineSchema.nullable().describe('null: unresolved'),
      }),
    )
    .describe('its references'),
  referred_by: z.array(lineSchema).describe('entries that refer to it'),
  previous: lineSchema.nullable().describe('its neighbour in its document'),
  next: lineSchema.nullable(),
  edges: z
    .array(z.object({ kind: z.string(), from: lineSchema, to: lineSchema }))
    .describe('edges of other kinds, in both directions'),
  candidates: z.array(lineSchema).describe('empty, because the entry was found'),
});

export const unknownEntrySchema = z
  .object({
    schema: z.literal('lemmahead/library-show@1'),
    entry: z.null(),
    candidates: z.array(lineSchema).describe('matching or similar entries'),
  })
  .describe('No entry has the name, or several have it.');

export const libraryRemoveSchema = z.object({
  schema: z.literal('lemmahead/library-remove@1'),
  removed: z.boolean().describe('false: the user declined'),
  documents: z.int(),
  entries: z.int(),
  references: z.int().describe('references from other entries to them; kept until the target comes back'),
});

export const libraryImportSchema = z.object({
  schema: z.literal('lemmahead/library-import@1'),
  path: z.string().describe('the library'),
  documents: z.array(
    z.object({
      source: z.string(),
      name: z.string(),
      title: z.string(),
      id: z.int(),
      change: z.enum(['added', 'changed', 'unchanged']),
      ...counts,
    }),
  ),
  derivations: z.int().describe('number of them in the export'),
  vectors: z.int().describe('number of them in the export'),
});

const kindsSchema = z.record(z.string(), z.int()).describe('number of entries by kind');

export const libraryStatsSchema = z.object({
  schema: z.literal('lemmahead/library-stats@1'),
  path: z.string(),
  bytes: z.int(),
  steps: z.array(z.string()).describe('schema steps that the file has, oldest first'),
  entries: z.int(),
  kinds: kindsSchema,
  sources: z.array(
    z.object({
      name: z.string(),
      documents: z.int(),
      entries: z.int(),
      kinds: kindsSchema,
      problems: z.int(),
    }),
  ),
  references: z.object({ resolved: z.int(), unresolved: z.int(), cites: z.int() }),
  unresolved_labels: z
    .array(z.object({ source: z.string(), label: z.string(), times: z.int() }))
    .describe('most frequent first'),
  embedders: z.array(
    z.object({
      space: z.string(),
      name: z.string(),
      snapshot: z.string(),
      dimension: z.int(),
      entries: z.int().describe('number of entries with its vectors'),
    }),
  ),
  derivations: z
    .array(z.object({ maker: z.string(), version: z.string(), units: z.int(), stale: z.int() }))
    .describe('units of work by builder, and how many of them must be made again'),
  problems: z.array(z.object({ source: z.string(), document: z.string(), code: z.string(), message: z.string() })),
});

export const libraryEmbedSchema = z.object({
  schema: z.literal('lemmahead/library-embed@1'),
  ...embedSchema.shape,
});
