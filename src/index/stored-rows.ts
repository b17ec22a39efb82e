/** Rows of an index as declarations again. An update uses them in place of the files it does not read. */
import { inflateRawSync } from 'node:zlib';
import type Database from 'better-sqlite3';
import {
  type Declaration,
  type DeclarationKind,
  type FileOutline,
  GENERATING_ATTRIBUTES,
  type Origin,
} from '../lean/declaration.ts';
import type { SourceDeclaration } from '../lean/generate/expand.ts';
import type { FileOfRows } from './row-batch.ts';
import { lines, words } from './text-columns.ts';

/** Origins of rows that the expansion generates; all others come from reading a file. */
export const EXPANDED_ORIGINS: readonly Origin[] = [...GENERATING_ATTRIBUTES, 'notation_parent'];

/** As a list for SQL's `IN`. */
export const EXPANDED = EXPANDED_ORIGINS.map((origin) => `'${origin}'`).join(', ');

/** The columns of `files` that an update needs. */
export interface StoredFile {
  id: number;
  package: string;
  path: string;
  module: string;
  title: string | null;
  ownDigest: string;
  generatedDigest: string;
  /** Digest of both. */
  digest: string;
}

/** Decodes the outline of a row of `files`. */
export const readOutline = (bytes: Uint8Array): FileOutline =>
  JSON.parse(inflateRawSync(bytes).toString('utf8')) as FileOutline;

type Raw = Record<string, string | number | null>;

export interface StoredRow {
  id: number;
  file: FileOfRows;
  declaration: Declaration;
}

export class StoredRows {
  readonly #byId: Database.Statement;
  readonly #sourceById: Database.Statement;

  constructor(database: Database.Database) {
    this.#byId = database.prepare(`${SELECT} WHERE d.id = ?`);
    this.#sourceById = database.prepare(SELECT_SOURCE);
  }

  /** What the expansion of attributes reads, without slow columns: it requests tens of thousands of rows. */
  sourceById(id: number): SourceDeclaration {
    return sourceOf(this.#sourceById.get(id) as Raw);
  }

  byId(id: number): StoredRow | null {
    const raw = this.#byId.get(id) as Raw | undefined;
    return raw === undefined ? null : storedRow(raw);
  }
}

const SELECT_SOURCE = `
SELECT d.kind, d.signature, d.type_at, d.doc, d.line_start, d.line_end, d.namespace, d.modifiers, d.origin,
  d.generated_from, d.is_private, d.is_approximate, d.is_deprecated, d.replacement, d.deprecated_since,
  d.deprecation_note, d.instance_of, d.section, s.variables, s.opens
FROM decls d JOIN scopes s ON s.id = d.scope_id WHERE d.id = ?`;

const SELECT = `
SELECT d.*, s.variables, s.opens, f.title, f.module, p.name AS package FROM decls d
JOIN scopes s ON s.id = d.scope_id JOIN files f ON f.id = d.file_id JOIN packages p ON p.id = f.package_id`;

function storedRow(raw: Raw): StoredRow {
  return {
    id: raw.id as number,
    file: {
      fileId: raw.file_id as number,
      path: raw.file_path as string,
      module: raw.module as string,
      package: raw.package as string,
      title: raw.title as string | null,
    },
    declaration: {
      ...sourceOf(raw),
      name: raw.name as string,
      attributes: words(raw.attributes as string).map((name) => ({ name, args: '', doc: null, scope: 'global' })),
      body: raw.body as string,
    },
  };
}

/** Accepts rows of both selections. */
function sourceOf(raw: Raw): SourceDeclaration & Pick<Declaration, 'opens'> {
  return {
    kind: raw.kind as DeclarationKind,
    signature: raw.signature as string,
    typeAt: raw.type_at as number,
    doc: raw.doc as string | null,
    line: raw.line_start as number,
    endLine: raw.line_end as number,
    namespace: raw.namespace as string,
    modifiers: words(raw.modifiers as string),
    origin: raw.origin as Origin,
    from: raw.generated_from as string | null,
    isPrivate: raw.is_private === 1,
    isApproximate: raw.is_approximate === 1,
    deprecated:
      raw.is_deprecated === 1
        ? {
            replacement: raw.replacement as string | null,
            since: raw.deprecated_since as string | null,
            note: raw.deprecation_note as string | null,
          }
        : null,
    instanceOf: raw.instance_of as string | null,
    section: raw.section as string | null,
    variables: lines(raw.variables as string),
    opens: lines(raw.opens as string),
  };
}
