/**
 * Batches of `decls` rows. The worker that reads them sends them to the thread that writes them and the worker that
 * analyses them. They are packed into a few arrays, which cross threads much faster than many small objects.
 */
import { deserialize, serialize } from 'node:v8';
import { KINDS, type Declaration } from '../lean/declaration.ts';
import { NUMBER_FIELDS, rowOf, TEXT_FIELDS, type FileOfRows, type Row, type ScopeOfRows } from './row-columns.ts';
import { type RowText, sparseText, type TextFile, type TextPlace, fullText } from './row-text.ts';

/** Index into `KINDS` by kind. */
export const KIND_NUMBERS: ReadonlyMap<string, number> = new Map(KINDS.map((kind, i) => [kind, i]));

/** Makes rows of declarations, file by file. Rows with equal scopes share one. */
export class RowBuilder {
  readonly rows: Row[] = [];
  #file: FileOfRows;
  readonly #scopes = new Map<string, ScopeOfRows>();
  /** Scopes by list of variables: neighbouring rows share the list object. */
  readonly #byList = new Map<readonly string[], { opens: string[] | undefined; scope: ScopeOfRows }>();

  constructor(file: FileOfRows = NO_FILE) {
    this.#file = file;
  }

  startFile(file: FileOfRows): void {
    this.#file = file;
  }

  add(declaration: Declaration): void {
    this.rows.push(rowOf(declaration, this.#file, this.#scopeOf(declaration)));
  }

  #scopeOf({ variables, opens }: Declaration): ScopeOfRows {
    const known = this.#byList.get(variables);
    if (known !== undefined && known.opens === opens) return known.scope;
    const text = { variables: variables.join('\n'), opens: opens?.join('\n') ?? '' };
    const key = `${text.variables}\0${text.opens}`;
    const scope = this.#scopes.get(key) ?? text;
    this.#scopes.set(key, scope);
    this.#byList.set(variables, { opens, scope });
    return scope;
  }
}

const NO_FILE: FileOfRows = { fileId: 0, path: '', module: '', package: '', title: null };

export function rowsOf(declarations: readonly Declaration[], file: FileOfRows = NO_FILE): Row[] {
  const builder = new RowBuilder(file);
  for (const declaration of declarations) builder.add(declaration);
  return builder.rows;
}

/** Stored as the length of a null. */
const NULL = -1;

/** UTF-16 is copied unchanged; UTF-8 would be encoded and decoded three times. */
const BYTES_A_UNIT = 2;

/** A batch as it crosses threads: the text of each row is one piece, so single rows are cheap to decode. */
interface PackedBatch {
  length: number;
  files: FileOfRows[];
  /** By row: index into `files`, and into the scopes. */
  fileOf: Int32Array;
  scopeOf: Int32Array;
  /** By field of `NUMBER_FIELDS`, by row. */
  numbers: Int32Array[];
  /** Lengths of the texts in UTF-16 units, row after row; -1 for a null. */
  lengths: Int32Array;
  /** Start of each row in the text, then of each scope, then the end of the last one. */
  starts: Uint32Array;
  /** UTF-16 text of all rows, then of all scopes. */
  text: TextPlace;
}

/** Reused for all batches: large blocks that are allocated and freed again fragment the memory. */
let buffer = Buffer.alloc(0);

/** Returns shared memory, which several threads use without a copy. The text goes into `textFile`, if given. */
export function packRows(rows: readonly Row[], textFile: TextFile | null = null): SharedArrayBuffer {
  const { length } = rows;
  const files = distinct(rows.map(({ file }) => file));
  const scopes = distinct(rows.map(({ scope }) => scope));
  const lengths = new Int32Array(TEXT_FIELDS.length * length);
  let cell = 0;
  const texts = rows.map((row) => {
    let text = '';
    for (const field of TEXT_FIELDS) {
      const value = row[field];
      lengths[cell++] = value?.length ?? NULL;
      if (value !== null) text += value;
    }
    return text;
  });
  for (const { variables, opens } of scopes.list) texts.push(`${variables}\0${opens}`);
  const size = BYTES_A_UNIT * texts.reduce((units, text) => units + text.length, 0);
  if (size > buffer.length) buffer = Buffer.allocUnsafeSlow(size);
  const starts = new Uint32Array(texts.length + 1);
  texts.forEach((text, at) => (starts[at + 1] = starts[at]! + buffer.write(text, starts[at]!, 'utf16le')));
  const bytes = buffer.subarray(0, starts.at(-1));
  const packed = serialize({
    length,
    files: files.list,
    fileOf: files.indexes,
    scopeOf: scopes.indexes,
    numbers: NUMBER_FIELDS.map((field) => Int32Array.from(rows, (row) => row[field])),
    lengths,
    starts,
    text: textFile === null ? { bytes } : textFile.append(bytes),
  } satisfies PackedBatch);
  const shared = new SharedArrayBuffer(packed.length);
  new Uint8Array(shared).set(packed);
  return shared;
}

/** The distinct objects in the order of their first occurrence, and for each object its index among them. */
function distinct<T extends object>(objects: readonly T[]): { list: T[]; indexes: Int32Array } {
  const list = [...new Set(objects)];
  const indexOf = new Map(list.map((object, i) => [object, i]));
  return { list, indexes: Int32Array.from(objects, (object) => indexOf.get(object)!) };
}

/** The inverse of `packRows`. */
export function unpackRows(shared: SharedArrayBuffer): Row[] {
  const packed = new PackedRows(shared);
  return Array.from({ length: packed.length }, (_, at) => packed.row(at));
}

/** Unpacks single rows of a packed batch. */
export class PackedRows {
  readonly #packed: PackedBatch;
  readonly #text: RowText;
  readonly #scopes: ScopeOfRows[] = [];

  /** With 'few', each row is read from the batch's file on request, until `close`. */
  constructor(shared: SharedArrayBuffer, access: 'all' | 'few' = 'all') {
    this.#packed = deserialize(new Uint8Array(shared)) as PackedBatch;
    this.#text = access === 'few' ? sparseText(this.#packed.text) : fullText(this.#packed.text);
  }

  close(): void {
    this.#text.close();
  }

  get length(): number {
    return this.#packed.length;
  }

  /** Strings of one row are slices of one text, so each one keeps that text in memory. */
  row(at: number): Row {
    const { lengths, starts, numbers, files, fileOf, scopeOf } = this.#packed;
    const row: Record<string, unknown> = { ...UNSET_ROW };
    row.file = files[fileOf[at]!];
    row.scope = this.#scopes[scopeOf[at]!] ??= this.#scope(scopeOf[at]!);
    NUMBER_FIELDS.forEach((field, i) => (row[field] = numbers[i]![at]));
    const text = this.#text.slice(starts[at]!, starts[at + 1]!);
    let cell = at * TEXT_FIELDS.length;
    let start = 0;
    for (const field of TEXT_FIELDS) {
      const length = lengths[cell++]!;
      row[field] = length === NULL ? null : text.slice(start, (start += length));
    }
    return row as unknown as Row;
  }

  #scope(index: number): ScopeOfRows {
    const { starts, length } = this.#packed;
    const text = this.#text.slice(starts[length + index]!, starts[length + index + 1]!);
    const cut = text.indexOf('\0');
    return { variables: text.slice(0, cut), opens: text.slice(cut + 1) };
  }
}

/** Copied and filled for each row, which is faster than adding field by field. */
const UNSET_ROW = Object.fromEntries(['file', 'scope', ...NUMBER_FIELDS, ...TEXT_FIELDS].map((field) => [field, null]));

/** The data of rows, in order, that the main thread needs without unpacking. */
export interface NamedBatch {
  names: string[];
  flags: Uint8Array;
  /** Indexes into `KINDS`. */
  kinds: Uint8Array;
  fileIds: Uint32Array;
}

export const namedRows = (rows: readonly Row[]): NamedBatch => ({
  names: rows.map(({ name }) => name),
  fileIds: Uint32Array.from(rows, ({ file }) => file.fileId),
  flags: Uint8Array.from(rows, ({ flags }) => flags),
  kinds: Uint8Array.from(rows, ({ kind }) => KIND_NUMBERS.get(kind)!),
});
