/** Rows of an index as declarations again. An update uses them in place of the files it does not read. */
import { inflateRawSync } from 'node:zlib';
import type Database from 'better-sqlite3';
import { type Declaration, type FileOutline, GENERATING_ATTRIBUTES, type Origin } from '../lean/declaration.ts';
import { declarationOf, SELECT_VALUES, type FileOfRows, type RowValues, type ScopeOfRows } from './row-columns.ts';

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
  isProgram: number;
  ownDigest: string;
  generatedDigest: string;
  /** Digest of both. */
  digest: string;
}

/** Decodes the outline of a row of `files`. */
export const readOutline = (bytes: Uint8Array): FileOutline =>
  JSON.parse(inflateRawSync(bytes).toString('utf8')) as FileOutline;

export class StoredRows {
  readonly #select: Database.Statement;
  readonly #selectFile: Database.Statement;

  constructor(database: Database.Database) {
    this.#select = database.prepare(`
      SELECT ${SELECT_VALUES}, s.variables, s.opens FROM decls d JOIN scopes s ON s.id = d.scope_id WHERE d.id = ?`);
    this.#selectFile = database.prepare(`
      SELECT f.id AS fileId, f.path, f.module, p.name AS package, f.title
      FROM decls d JOIN files f ON f.id = d.file_id JOIN packages p ON p.id = f.package_id WHERE d.id = ?`);
  }

  /** The attributes are only names, without arguments. */
  declaration(id: number): Declaration {
    const { variables, opens, ...values } = this.#select.get(id) as RowValues & ScopeOfRows;
    return declarationOf({ ...values, scope: { variables, opens } });
  }

  file(id: number): FileOfRows {
    return this.#selectFile.get(id) as FileOfRows;
  }
}
