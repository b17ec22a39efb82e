/** Parses the output of `library export`. The file is not trusted. */
import { z } from 'zod';
import { Failure } from '../base/errors.ts';
import { formatIssues, jsonLines } from '../bench/json-lines.ts';
import { PIECE_KINDS, type Document, type Piece } from '../sources/document.ts';

/** A document as it was in the exporting library. */
export interface ExportedDocument {
  source: string;
  name: string;
  path: string;
  readBy: string;
  document: Document;
}

const PLACE = z.object({ file: z.string(), line: z.int().nullable(), page: z.int().nullable() });

const DOCUMENT = z.object({
  record: z.literal('document'),
  source: z.string().min(1),
  name: z.string().min(1),
  path: z.string(),
  title: z.string(),
  format: z.enum(['latex', 'markdown', 'text', 'pdf']),
  read_by: z.string(),
  files: z.array(z.object({ path: z.string(), sha256: z.string() })),
  externals: z.array(z.object({ prefix: z.string(), document: z.string() })),
  problems: z.array(z.object({ code: z.string(), message: z.string(), place: PLACE.nullable() })),
});

const ENTRY = z.object({
  record: z.literal('entry'),
  source: z.string(),
  document: z.string(),
  key: z.string(),
  kind: z.enum(PIECE_KINDS),
  called: z.string(),
  number: z.string().nullable(),
  title: z.string(),
  headings: z.array(z.string()),
  body: z.string(),
  proof: z.string().nullable(),
  place: PLACE,
  labels: z.array(z.string()),
  references: z.array(z.object({ kind: z.enum(['refers', 'cites']), label: z.string() })),
});

/** Edges and sources follow from documents and entries. */
const RECORD = z.discriminatedUnion('record', [z.object({ record: z.enum(['source', 'edge']) }), DOCUMENT, ENTRY], {
  error: 'is not a source, document, entry or edge',
});

const SCHEMA = 'lemmahead/library-export@1';

/** `shown`: the path as typed. @throws {Failure} `import-invalid`, with the line if there is one */
export function parseExport(text: string, shown: string): ExportedDocument[] {
  const documents = new Map<string, ExportedDocument>();
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
    const record = parsed.data;
    if (record.record === 'document') documents.set(idOf(record.source, record.name), toDocument(record));
    else if (record.record === 'entry') {
      const parent = documents.get(idOf(record.source, record.document));
      if (parent === undefined) throw malformed(place, 'The document of this entry does not precede it.');
      parent.document.pieces.push(pieceOf(record));
    }
  }
  if (!isExport) throw malformed(shown, 'The file is empty.');
  return [...documents.values()];
}

function requireSchema(schema: unknown, place: string): void {
  if (schema === SCHEMA) return;
  const version = /^lemmahead\/library-export@(\d+)$/u.exec(String(schema))?.[1];
  if (Number(version) > 1)
    throw malformed(place, `It was written by a newer lemmahead: ${String(schema)}.`, 'Install the latest lemmahead.');
  throw malformed(place, `Its schema is ${JSON.stringify(schema)}, not ${SCHEMA}.`);
}

function idOf(source: string, name: string): string {
  return JSON.stringify([source, name]);
}

function toDocument({ source, name, path, read_by: readBy, ...read }: z.infer<typeof DOCUMENT>): ExportedDocument {
  const { title, format, files, externals, problems } = read;
  return { source, name, path, readBy, document: { title, format, files, externals, problems, pieces: [] } };
}

function pieceOf({ document, key, ...entry }: z.infer<typeof ENTRY>): Piece {
  const { kind, called, number, title, headings, body, proof, labels, references, place } = entry;
  const localKey = key.startsWith(`${document}#`) ? key.slice(document.length + 1) : key;
  return { key: localKey, kind, called, number, title, headings, body, proof, labels, references, place };
}

const EXPORT_NEEDED = 'Give a file written by lemmahead library export --out FILE.';

function malformed(place: string, reason: string, next = EXPORT_NEEDED): Failure {
  return new Failure({
    exit: 'usage',
    code: 'import-invalid',
    message: `${place} is not a valid export record; nothing was imported.`,
    reason,
    next,
  });
}
