/** The index as the search sees it: rows, names and posting lists of one `index.sqlite`, opened for reading. */
import type { Declaration, Notation } from '../lean/declaration.ts';
import type { Postings } from './postings.ts';

/** A row of `decls`, camel-cased, text fields split. */
export interface DeclarationRow extends Omit<
  Declaration,
  'attributes' | 'typeAt' | 'line' | 'endLine' | 'from' | 'deprecated'
> {
  id: number;
  /** The part of `signature` after the name. */
  type: string;
  filePath: string;
  lineStart: number;
  lineEnd: number;
  module: string;
  package: string;
  attributes: string[];
  generatedFrom: string | null;
  isDeprecated: boolean;
  replacement: string | null;
  deprecatedSince: string | null;
  deprecationNote: string | null;
  uses: number;
}

/** The few columns that ranking by name needs: much cheaper to read than a full row. */
export type NameRow = Pick<DeclarationRow, 'id' | 'name' | 'origin' | 'isPrivate' | 'isDeprecated' | 'uses'>;

export interface LibraryIndex {
  readonly path: string;
  /** Highest row id plus one: the length of an array indexed by row. */
  readonly idLimit: number;
  /** Number of rows, without deleted ones. */
  readonly rowCount: number;
  meta(key: string): string | null;
  row(id: number): DeclarationRow | null;
  /** In the order of `ids`; skips ids without a row. */
  rows(ids: readonly number[]): DeclarationRow[];
  /** Like `rows`, with a few columns only: for hundreds of candidates of one query. */
  nameRows(ids: readonly number[]): NameRow[];
  idsByName(name: string): number[];
  idsByNameLower(nameLower: string): number[];
  /** All segments of one list, without deleted rows. Returns null if the token is unknown. Cached. */
  postings(token: string): Postings | null;
  /** Tokens of the posting lists that start with `prefix`, with their number of rows. */
  tokensWithPrefix(prefix: string): { token: string; count: number }[];
  /** One small number per row, loaded at once and cached: for filters and priors that read every candidate. */
  readonly columns: RowColumns;
  notations(): Notation[];
  /** Escape hatch for `show` and `stats`: read-only SQL. */
  all<T>(sql: string, ...parameters: unknown[]): T[];
  close(): void;
}

/** Kind byte of an id without a row. */
export const NO_ROW = 255;

/** Indexed by row id. Loaded on first use; a query by exact name does not need them. */
export interface RowColumns {
  /** Index into `KINDS`, or `NO_ROW`. */
  kind: Uint8Array;
  /** Bits: 1 private, 2 deprecated, 4 approximate, 8 generated (origin is not `written`). */
  flags: Uint8Array;
  /** Index into `ORIGINS`. */
  origin: Uint8Array;
  uses: Float32Array;
}
