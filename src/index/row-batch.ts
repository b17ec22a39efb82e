/**
 * Batches of `decls` rows. The worker that reads them sends them to the thread that writes them and the worker that
 * analyses them. Stored as columns, because a few long arrays cross threads much faster than many small objects.
 */
import { hash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { literalWords } from '../base/words.ts';
import { attributeNames } from '../lean/generate/attribute-syntax.ts';
import { type RowText, sparseText, type TextFile, type TextPlace, fullText } from './row-text.ts';
import { lines, spaced, words } from './text-columns.ts';
import type { Declaration, DeclarationKind, Origin } from '../lean/declaration.ts';
import type { AnalysedDeclaration } from './analysis.ts';
import { KINDS } from './library-index.ts';

/** The values that all rows of a file share. */
export interface FileOfRows {
  fileId: number;
  path: string;
  module: string;
  package: string;
  title: string | null;
}

/** The scope of rows: binders of `variable` commands and opened namespaces, one per line. */
export interface ScopeOfRows {
  variables: string;
  opens: string;
  /** Both as lists, created on first use. */
  lists?: { variables: string[]; opens: string[] };
  /** Digest of both, computed on first use. */
  digest?: string;
}

export interface RowBatch {
  files: FileOfRows[];
  scopes: ScopeOfRows[];
  length: number;
  /** Index into `files`. */
  file: number[];
  /** Index into `scopes`. */
  scope: number[];
  name: string[];
  kind: string[];
  signature: string[];
  typeAt: number[];
  doc: (string | null)[];
  line: number[];
  endLine: number[];
  namespace: string[];
  /** Names, space-separated, with a space at both ends. */
  attributes: string[];
  modifiers: string[];
  origin: string[];
  from: (string | null)[];
  /** Bits of `FLAG`. */
  flags: number[];
  replacement: (string | null)[];
  since: (string | null)[];
  note: (string | null)[];
  instanceOf: (string | null)[];
  body: string[];
  section: (string | null)[];
}

/** Index into `KINDS` by kind. */
export const KIND_NUMBERS: ReadonlyMap<string, number> = new Map(KINDS.map((kind, i) => [kind, i]));

/** Bits of a row's flags, here and in `RowColumns.flags`. */
export const FLAG = { private: 1, deprecated: 2, approximate: 4, generated: 8 } as const;

export function emptyBatch(): RowBatch {
  return {
    files: [],
    scopes: [],
    length: 0,
    file: [],
    scope: [],
    name: [],
    kind: [],
    signature: [],
    typeAt: [],
    doc: [],
    line: [],
    endLine: [],
    namespace: [],
    attributes: [],
    modifiers: [],
    origin: [],
    from: [],
    flags: [],
    replacement: [],
    since: [],
    note: [],
    instanceOf: [],
    body: [],
    section: [],
  };
}

/** Adds declarations to a batch, file by file, and stores each distinct scope once. */
export class RowBatchBuilder {
  readonly batch = emptyBatch();
  readonly #scopes = new Map<string, number>();
  /** Scopes by list of variables: neighbouring rows share the list object. */
  readonly #byList = new Map<readonly string[], { opens: string[] | undefined; index: number }>();

  startFile(file: FileOfRows): void {
    this.batch.files.push(file);
  }

  add(declaration: Declaration): void {
    const { batch } = this;
    const { deprecated } = declaration;
    batch.length++;
    batch.file.push(batch.files.length - 1);
    batch.scope.push(this.#scopeOf(declaration));
    batch.name.push(declaration.name);
    batch.kind.push(declaration.kind);
    batch.signature.push(declaration.signature);
    batch.typeAt.push(declaration.typeAt);
    batch.doc.push(declaration.doc);
    batch.line.push(declaration.line);
    batch.endLine.push(declaration.endLine);
    batch.namespace.push(declaration.namespace);
    batch.attributes.push(spaced(attributeNames(declaration.attributes)));
    batch.modifiers.push(spaced(declaration.modifiers));
    batch.origin.push(declaration.origin);
    batch.from.push(declaration.from);
    batch.flags.push(flagsOf(declaration));
    batch.replacement.push(deprecated?.replacement ?? null);
    batch.since.push(deprecated?.since ?? null);
    batch.note.push(deprecated?.note ?? null);
    batch.instanceOf.push(declaration.instanceOf);
    batch.body.push(declaration.body);
    batch.section.push(declaration.section);
  }

  #scopeOf({ variables, opens }: Declaration): number {
    const known = this.#byList.get(variables);
    if (known !== undefined && known.opens === opens) return known.index;
    const scope = { variables: variables.join('\n'), opens: opens?.join('\n') ?? '' };
    const key = `${scope.variables}\0${scope.opens}`;
    let index = this.#scopes.get(key);
    if (index === undefined) {
      index = this.batch.scopes.push(scope) - 1;
      this.#scopes.set(key, index);
    }
    this.#byList.set(variables, { opens, index });
    return index;
  }
}

/** A scope's lines as lists. Rows of one scope share the list objects, so analysers recognise the scope. */
function listsOf(scope: ScopeOfRows): { variables: string[]; opens: string[] } {
  scope.lists ??= { variables: lines(scope.variables), opens: lines(scope.opens) };
  return scope.lists;
}

/** The row as the analysers see it. The index stores only the names of attributes. */
export function analysedRow(
  batch: RowBatch,
  at: number,
  mentions: AnalysedDeclaration['mentions'],
): AnalysedDeclaration {
  const file = batch.files[batch.file[at]!]!;
  const { variables, opens } = listsOf(batch.scopes[batch.scope[at]!]!);
  return {
    declaration: {
      name: batch.name[at]!,
      kind: batch.kind[at] as DeclarationKind,
      signature: batch.signature[at]!,
      typeAt: batch.typeAt[at]!,
      doc: batch.doc[at]!,
      namespace: batch.namespace[at]!,
      attributes: words(batch.attributes[at]!).map((name) => ({ name, args: '', doc: null, scope: 'global' })),
      origin: batch.origin[at] as Origin,
      variables,
      opens,
      body: batch.body[at]!,
      section: batch.section[at]!,
      instanceOf: batch.instanceOf[at]!,
      isApproximate: (batch.flags[at]! & FLAG.approximate) !== 0,
    },
    module: file.module,
    title: file.title,
    mentions,
  };
}

/** A digest, because many rows with long scopes could exceed the maximum length of a string. */
function scopeDigest(scope: ScopeOfRows): string {
  scope.digest ??= hash('sha256', `${scope.variables}\x1f${scope.opens}`, 'base64');
  return scope.digest;
}

/** One row as one string, the same on every machine: the input of digests. */
export function rowText(batch: RowBatch, at: number): string {
  return [
    batch.name[at],
    batch.kind[at],
    batch.signature[at],
    batch.typeAt[at],
    batch.doc[at],
    batch.line[at],
    batch.endLine[at],
    batch.namespace[at],
    batch.attributes[at],
    batch.modifiers[at],
    batch.origin[at],
    batch.from[at],
    batch.flags[at],
    batch.replacement[at],
    batch.since[at],
    batch.note[at],
    batch.instanceOf[at],
    batch.body[at],
    batch.section[at],
    scopeDigest(batch.scopes[batch.scope[at]!]!),
  ].join('\x1f');
}

const TEXT_COLUMNS = literalWords(
  'name kind signature doc namespace attributes modifiers origin from replacement since note instanceOf body section',
) satisfies (keyof RowBatch)[];

const NUMBER_COLUMNS = ['file', 'scope', 'typeAt', 'line', 'endLine', 'flags'] as const satisfies (keyof RowBatch)[];

/** The column arrays. To look them up by name for every row would take as long as reading the row. */
const columnsOf = (batch: RowBatch): { texts: (string | null)[][]; numbers: number[][] } => ({
  texts: TEXT_COLUMNS.map((column) => batch[column]),
  numbers: NUMBER_COLUMNS.map((column) => batch[column]),
});

/** Stored as the length of a null. */
const NULL = -1;

/** UTF-16 is copied unchanged; UTF-8 would be encoded and decoded three times. */
const BYTES_A_UNIT = 2;

/** A batch as it crosses threads: the text of each row is one piece, so single rows are cheap to decode. */
interface PackedBatch {
  files: FileOfRows[];
  length: number;
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

/** Returns shared memory, which several threads use without a copy. The text goes into `file`, if given. */
export function packBatch(batch: RowBatch, file: TextFile | null = null): SharedArrayBuffer {
  const { files, scopes, length } = batch;
  const lengths = new Int32Array(TEXT_COLUMNS.length * length);
  const columns = columnsOf(batch);
  const rows: string[] = [];
  for (let at = 0, cell = 0; at < length; at++) {
    let row = '';
    for (const column of columns.texts) {
      const value = column[at]!;
      lengths[cell++] = value?.length ?? NULL;
      if (value !== null) row += value;
    }
    rows.push(row);
  }
  for (const { variables, opens } of scopes) rows.push(`${variables}\0${opens}`);
  const size = BYTES_A_UNIT * rows.reduce((units, row) => units + row.length, 0);
  if (size > buffer.length) buffer = Buffer.allocUnsafeSlow(size);
  const starts = new Uint32Array(rows.length + 1);
  rows.forEach((row, at) => (starts[at + 1] = starts[at]! + buffer.write(row, starts[at]!, 'utf16le')));
  const bytes = buffer.subarray(0, starts.at(-1));
  const text = file === null ? { bytes } : file.append(bytes);
  const numbers = columns.numbers.map((column) => Int32Array.from(column));
  const packed = serialize({ files, length, numbers, lengths, starts, text } satisfies PackedBatch);
  const shared = new SharedArrayBuffer(packed.length);
  new Uint8Array(shared).set(packed);
  return shared;
}

/** The inverse of `packBatch`. Strings of one row are slices of one text, so each one keeps that text in memory. */
export function unpackBatch(shared: SharedArrayBuffer): RowBatch {
  const packed = new PackedRows(shared);
  const batch = packed.frame();
  for (let at = 0; at < packed.length; at++) packed.addRow(at, batch);
  return batch;
}

/** Unpacks single rows of a packed batch: for a few rows of many batches. */
export class PackedRows {
  readonly #packed: PackedBatch;
  readonly #text: RowText;
  /** The batch that receives rows, and its columns. */
  #target: RowBatch | null = null;
  #columns = columnsOf(emptyBatch());

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

  /** A batch with this row only. */
  row(at: number): RowBatch {
    const batch = emptyBatch();
    batch.files = this.#packed.files;
    this.addRow(at, batch);
    batch.scopes = [this.#scope(batch.scope[0]!)];
    batch.scope[0] = 0;
    return batch;
  }

  /** A batch without rows, but with all files and scopes. */
  frame(): RowBatch {
    const batch = emptyBatch();
    batch.files = this.#packed.files;
    const count = this.#packed.starts.length - 1 - this.#packed.length;
    batch.scopes = Array.from({ length: count }, (_, index) => this.#scope(index));
    return batch;
  }

  #scope(index: number): ScopeOfRows {
    const { starts, length } = this.#packed;
    const text = this.#text.slice(starts[length + index]!, starts[length + index + 1]!);
    const cut = text.indexOf('\0');
    return { variables: text.slice(0, cut), opens: text.slice(cut + 1) };
  }

  /** Writes a row into a batch made by `frame`: after the others, or over a row that is no longer needed. */
  addRow(at: number, batch: RowBatch, place = batch.length): void {
    const { lengths, starts, numbers } = this.#packed;
    batch.length = Math.max(batch.length, place + 1);
    if (batch !== this.#target) this.#columns = columnsOf(batch);
    this.#target = batch;
    const { texts, numbers: numberColumns } = this.#columns;
    for (let i = 0; i < numberColumns.length; i++) numberColumns[i]![place] = numbers[i]![at]!;
    const row = this.#text.slice(starts[at]!, starts[at + 1]!);
    let cell = at * TEXT_COLUMNS.length;
    let start = 0;
    for (const values of texts) {
      const length = lengths[cell++]!;
      values[place] = length === NULL ? null : row.slice(start, (start += length));
    }
  }
}

/** The data of rows, in order, that the main thread needs without unpacking. */
export interface NamedBatch {
  names: string[];
  flags: Uint8Array;
  /** Indexes into `KINDS`. */
  kinds: Uint8Array;
}

export function namedRows(batch: RowBatch): NamedBatch {
  const kinds = Uint8Array.from(batch.kind, (kind) => KIND_NUMBERS.get(kind)!);
  return { names: batch.name, flags: Uint8Array.from(batch.flags), kinds };
}

export function flagsOf(
  declaration: Pick<Declaration, 'isPrivate' | 'deprecated' | 'isApproximate' | 'origin'>,
): number {
  return (
    (declaration.isPrivate ? FLAG.private : 0) |
    (declaration.deprecated === null ? 0 : FLAG.deprecated) |
    (declaration.isApproximate ? FLAG.approximate : 0) |
    (declaration.origin === 'written' ? 0 : FLAG.generated)
  );
}
