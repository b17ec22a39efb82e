/** The JSON shape of `library export`. `library import` reads its records. */
import { z } from 'zod';
import { FORMAT_NAMES } from '../sources/formats.ts';
import { entryFields, problemsSchema } from './library-schema.ts';

export const sourceRecord = z
  .object({ record: z.literal('source'), name: z.string() })
  .meta({ title: 'Source record' });

export const documentRecord = z
  .object({
    record: z.literal('document'),
    source: z.string().min(1),
    name: z.string().min(1),
    path: z.string(),
    title: z.string(),
    format: z.enum(FORMAT_NAMES),
    read_by: z.string(),
    files: z.array(z.object({ path: z.string(), sha256: z.string() })),
    lacks: z.array(z.string()).describe('files that were missing'),
    lost_labels: z.array(z.string()).describe('labels that it refers to as its own, but no longer has'),
    externals: z.array(z.object({ prefix: z.string(), document: z.string() })),
    problems: problemsSchema,
  })
  .meta({ title: 'Document record' });

export const derivationRecord = z
  .object({
    record: z.literal('derivation'),
    id: z.int(),
    source: z.string().min(1),
    maker: z.string(),
    version: z.string(),
    unit: z.string(),
    input_hash: z.string(),
  })
  .meta({ title: 'Derivation record' });

const marks = z.object({
  uses: z.array(z.string()),
  lean: z.array(z.string()),
  isFormalized: z.boolean(),
  isInMathlib: z.boolean(),
  isNotReady: z.boolean(),
});

/** The payload of an entry of a document: `PieceFacts`. */
export const pieceFactsSchema = z.strictObject({
  proofStarts: z.array(z.int().positive()).exactOptional(),
  subjects: z.array(z.string()).exactOptional(),
  synonyms: z.array(z.string()).exactOptional(),
  defines: z.array(z.string()).exactOptional(),
  mentions: z.array(z.string()).exactOptional(),
  attributes: z.array(z.object({ part: z.int().nonnegative(), name: z.string(), value: z.unknown() })).exactOptional(),
  blueprint: z.object({ statement: marks, proof: marks.nullable() }).exactOptional(),
});

export const entryRecord = z
  .object({
    record: z.literal('entry'),
    id: z.int(),
    source: z.string().min(1),
    ...entryFields,
    content_hash: z.string(),
    document: z.string().nullable().describe('null: made by a derivation'),
    labels: z.array(z.string()),
    references: z.array(z.object({ kind: z.enum(['refers', 'cites']), label: z.string() })),
    derivation: z.int().optional(),
    payload: z.unknown().optional(),
  })
  .meta({ title: 'Entry record' });

export const inputRecord = z
  .object({
    record: z.literal('input'),
    derivation: z.int(),
    position: z.int(),
    entry: z.int().nullable(),
    content_hash: z.string(),
  })
  .meta({ title: 'Input record' });

const derivedFields = { payload: z.unknown().optional(), evidence: z.unknown().optional() };

export const edgeRecord = z
  .object({
    record: z.literal('edge'),
    from: z.int(),
    kind: z.string(),
    to: z.int(),
    derivation: z.int().nullable().describe('null: it follows from documents and entries'),
    ...derivedFields,
  })
  .meta({ title: 'Edge record' });

export const declarationRecord = z
  .object({
    record: z.literal('declaration'),
    entry: z.int(),
    kind: z.string(),
    package: z.string(),
    name: z.string(),
    derivation: z.int(),
    statement_hash: z.string(),
    ...derivedFields,
  })
  .meta({ title: 'Declaration record' });

export const attributeRecord = z
  .object({
    record: z.literal('attribute'),
    entry: z.int(),
    part: z.int().nonnegative().describe('0: the statement; n: the nth proof or solution'),
    name: z.string(),
    derivation: z.int(),
    value: z.unknown().optional(),
    evidence: z.unknown().optional(),
  })
  .meta({ title: 'Attribute record' });

export const textRecord = z
  .object({
    record: z.literal('text'),
    entry: z.int(),
    space: z.string(),
    part: z.int(),
    derivation: z.int(),
    text_hash: z.string(),
  })
  .meta({ title: 'Text record' });

export const spaceRecord = z
  .object({
    record: z.literal('space'),
    space: z.string(),
    embedder: z.string(),
    snapshot: z.string(),
    dimension: z.int().positive(),
  })
  .meta({ title: 'Space record' });

export const vectorRecord = z
  .object({ record: z.literal('vector'), hash: z.string(), vector: z.base64() })
  .meta({ title: 'Vector record' });

const recordSchema = z.discriminatedUnion('record', [
  sourceRecord,
  documentRecord,
  derivationRecord,
  entryRecord,
  inputRecord,
  edgeRecord,
  declarationRecord,
  attributeRecord,
  textRecord,
  spaceRecord,
  vectorRecord,
]);

export const libraryExportSchema = z
  .object({
    schema: z.literal('lemmahead/library-export@3'),
    records: z.union([z.array(recordSchema), z.int()]).describe('the records; with `--out` how many there are'),
    written_to: z.string().optional().describe('with `--out`: the file'),
  })
  .describe(
    'Without `--json`, the same records as lines, after a line with `schema` alone. `library import` also reads `@1`, ' +
      'which has no derived rows, and `@2`, which has no attributes. Entries and derivations are numbered within the export; a record refers to records ' +
      'before it. With `--vectors`, each space is followed by its vectors.',
  );

export type ExportRecord = z.infer<typeof recordSchema>;
