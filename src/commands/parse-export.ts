/** Parses the output of `library export`. The file is not trusted. */
import { z } from 'zod';
import { Failure } from '../base/errors.ts';
import { formatIssues, jsonLines } from '../session/json-lines.ts';
import type { Derivation, DerivedRows } from '../library/derivation.ts';
import {
  attributeRecord,
  declarationRecord,
  derivationRecord,
  documentRecord,
  edgeRecord,
  entryRecord,
  inputRecord,
  pieceFactsSchema,
  sourceRecord,
  spaceRecord,
  textRecord,
  vectorRecord,
} from '../report/export-schema.ts';
import { PIECE_KINDS, type Document, type Piece } from '../sources/document.ts';
import { unitVector } from '../vectors/unit-vector.ts';
import type { Embedder, StoredVector } from '../vectors/vector-store.ts';

/** A document as it was in the exporting library. */
export interface ExportedDocument {
  source: string;
  name: string;
  path: string;
  readBy: string;
  document: Document;
}

/** What the export calls an entry: its number. */
export type EntryNumber = number;

export interface ParsedExport {
  documents: ExportedDocument[];
  /** By number: where each entry is. `key`: without the name of its document. */
  entries: Map<EntryNumber, { source: string; document: string | null; key: string }>;
  units: { derivation: Derivation; rows: Mutable<DerivedRows<EntryNumber>> }[];
  spaces: { space: string; embedder: Embedder; vectors: StoredVector[] }[];
}

type Mutable<T> = { [K in keyof T]: T[K] extends readonly (infer Item)[] ? Item[] : never };

const DOCUMENT = documentRecord
  .extend({ lacks: documentRecord.shape.lacks.default([]), lost_labels: documentRecord.shape.lost_labels.default([]) })
  .transform(({ record, source, name, path, read_by: readBy, lost_labels: lostLabels, ...document }) => {
    return { record, source, name, path, readBy, document: { ...document, lostLabels, pieces: [] as Piece[] } };
  });

/** The first version of the schema has no numbers of entries. */
const ENTRY = entryRecord.omit({ content_hash: true }).partial({ id: true });

/** The fields that an entry of a document must have, and others need not. */
const OF_DOCUMENT = z.object({
  document: z.string(),
  kind: z.enum(PIECE_KINDS),
  place: entryRecord.shape.place.unwrap(),
  payload: pieceFactsSchema.optional(),
});

const DERIVATION = derivationRecord.transform(({ input_hash: inputHash, ...rest }) => ({ ...rest, inputHash }));

const INPUT = inputRecord
  .omit({ position: true })
  .transform(({ record, derivation, entry, content_hash: contentHash }) => {
    return { record, derivation, row: { entry, contentHash } };
  });

const EDGE = edgeRecord
  .partial({ derivation: true })
  .transform(({ record, derivation, ...row }) => ({ record, derivation, row }));

const DECLARATION = declarationRecord.transform(({ record, derivation, statement_hash: statementHash, ...row }) => {
  return { record, derivation, row: { ...row, statementHash } };
});

const ATTRIBUTE = attributeRecord.transform(({ record, derivation, ...row }) => ({ record, derivation, row }));

const TEXT = textRecord.transform(({ record, derivation, text_hash: textHash, ...row }) => {
  return { record, derivation, row: { ...row, textHash } };
});

const RECORD = z.discriminatedUnion(
  'record',
  [
    sourceRecord.pick({ record: true }),
    DOCUMENT,
    ENTRY,
    DERIVATION,
    INPUT,
    EDGE,
    DECLARATION,
    ATTRIBUTE,
    TEXT,
    spaceRecord,
    vectorRecord,
  ],
  { error: 'is not a record of a library export' },
);

/** Earlier exports lack some types of records, and are otherwise the same. */
export const EXPORT_SCHEMA = 'lemmahead/library-export@3';
const SCHEMA = /^lemmahead\/library-export@(\d+)$/u;
const VERSION = Number(SCHEMA.exec(EXPORT_SCHEMA)![1]);

/** `shown`: the path as typed. @throws {Failure} `import-invalid`, with the line if there is one */
export function parseExport(text: string, shown: string): ParsedExport {
  const parser = new Parser();
  let isExport = false;
  for (const { value, place } of jsonLines(text, shown, z.looseObject({}), malformed)) {
    if ('schema' in value) {
      requireSchema(value['schema'], place);
      isExport = true;
      continue;
    }
    if (!isExport) throw malformed(place, 'The first line does not identify it as a library export.');
    const parsed = RECORD.safeParse(value);
    if (!parsed.success) throw malformed(place, formatIssues(parsed.error));
    const fault = parser.read(parsed.data);
    if (fault !== null) throw malformed(place, fault);
  }
  if (!isExport) throw malformed(shown, 'The file is empty.');
  return parser.parsed;
}

/** Collects records, each of which refers to previous ones only. */
class Parser {
  readonly parsed: ParsedExport = { documents: [], entries: new Map(), units: [], spaces: [] };
  readonly #documents = new Map<string, Document>();
  readonly #units = new Map<number, ParsedExport['units'][number]>();

  /** Returns what is wrong with the record, or null. */
  read(record: z.infer<typeof RECORD>): string | null {
    switch (record.record) {
      case 'source':
        return null;
      case 'document': {
        const { record: _, ...exported } = record;
        this.#documents.set(idOf(exported), exported.document);
        this.parsed.documents.push(exported);
        return null;
      }
      case 'derivation': {
        const { record: _, id, ...derivation } = record;
        const rows = { inputs: [], entries: [], edges: [], declarations: [], attributes: [], texts: [] };
        const unit = { derivation, rows };
        this.#units.set(id, unit);
        this.parsed.units.push(unit);
        return null;
      }
      case 'entry':
        return this.#entry(record);
      case 'space': {
        const { space, embedder: name, snapshot, dimension } = record;
        this.parsed.spaces.push({ space, embedder: { name, snapshot, dimension }, vectors: [] });
        return null;
      }
      case 'vector':
        return this.#vector(record);
      default:
        return this.#row(record);
    }
  }

  #entry(record: z.infer<typeof ENTRY>): string | null {
    const { record: _, id, source, document, derivation, labels, references, payload, ...entry } = record;
    let { key } = entry;
    if (derivation === undefined) {
      const parsed = OF_DOCUMENT.safeParse(record);
      if (!parsed.success) return formatIssues(parsed.error);
      const parent = this.#documents.get(idOf({ source, name: parsed.data.document }));
      if (parent === undefined) return 'The document of this entry does not precede it.';
      if (key.startsWith(`${document}#`)) key = key.slice(parsed.data.document.length + 1);
      const { payload: facts, ...required } = parsed.data;
      parent.pieces.push({ ...entry, ...required, key, labels, references, ...(facts === undefined ? {} : { facts }) });
    } else {
      const unit = this.#units.get(derivation);
      if (unit === undefined || unit.derivation.source !== source) return 'Its derivation does not precede it.';
      if (key.includes('#')) return 'key: contains a #';
      unit.rows.entries.push({ entry, labels, payload });
    }
    if (id !== undefined) this.parsed.entries.set(id, { source, document, key });
    return null;
  }

  #row({
    record,
    derivation,
    row,
  }: z.infer<typeof INPUT | typeof EDGE | typeof DECLARATION | typeof ATTRIBUTE | typeof TEXT>): string | null {
    if (derivation === null || derivation === undefined) return null;
    const rows = this.#units.get(derivation)?.rows;
    if (rows === undefined) return 'Its derivation does not precede it.';
    const refs = 'from' in row ? [row.from, row.to] : [row.entry];
    if (refs.some((ref) => ref !== null && !this.parsed.entries.has(ref))) return 'Its entry does not precede it.';
    (rows[`${record}s`] as (typeof row)[]).push(row);
    return null;
  }

  #vector({ hash, vector }: z.infer<typeof vectorRecord>): string | null {
    const space = this.parsed.spaces.at(-1);
    if (space === undefined) return 'Its space does not precede it.';
    const bytes = Uint8Array.from(Buffer.from(vector, 'base64'));
    const floats = bytes.length === 4 * space.embedder.dimension ? new Float32Array(bytes.buffer) : null;
    const unit = floats && unitVector(floats);
    const isUnit = floats?.every((value, i) => Math.abs(value - (unit?.[i] ?? Number.NaN)) < 1e-4);
    if (floats === null || !isUnit) return `It is not a vector of length 1 and ${space.embedder.dimension} numbers.`;
    space.vectors.push({ contentHash: hash, vector: floats });
    return null;
  }
}

function requireSchema(schema: unknown, place: string): void {
  const version = Number(SCHEMA.exec(String(schema))?.[1]);
  if (version >= 1 && version <= VERSION) return;
  if (version > VERSION)
    throw malformed(place, `It was written by a newer lemmahead: ${String(schema)}.`, 'Install the latest lemmahead.');
  throw malformed(place, `Its schema is ${JSON.stringify(schema)}, not ${EXPORT_SCHEMA}.`);
}

function idOf({ source, name }: { source: string; name: string }): string {
  return JSON.stringify([source, name]);
}

export const EXPORT_NEEDED = 'Give a file written by lemmahead library export --out FILE.';

function malformed(place: string, reason: string, next = EXPORT_NEEDED): Failure {
  return new Failure('usage', 'import-invalid', {
    message: `${place} is not a valid export record; nothing was imported.`,
    reason,
    next,
  });
}
