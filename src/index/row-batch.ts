/**
 * Rows of `decls` on their way from the worker that read them to the thread that writes them and the worker that
 * analyses them: columns, because a few long arrays cross threads much faster than many small objects.
 */
import { hash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { attributeNames } from '../lean/generate/attribute-syntax.ts';
import { type RowText, sparseText, type TextFile, type TextPlace, wholeText } from './row-text.ts';
import { lines, spaced, words } from './text-columns.ts';
import type { Declaration, DeclarationKind, Origin } from '../lean/declaration.ts';
import type { AnalysedDeclaration } from './analysis.ts';
import { KINDS } from './library-index.ts';

/** What a file gives to each of its rows. */
export interface FileOfRows {
  fileId: number;
  path: string;
  module: string;
  package: string;
  title: string | null;
}

/** What is in scope of rows: binders of `variable` commands and opened namespaces, a line each. */
export interface ScopeOfRows {
  variables: string;
  opens: string;
  /** Both as lists, once they were asked for. */
  lists?: { variables: string[]; opens: string[] };
  /** Of both, once it was asked for. */
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

/** Adds declarations to a batch, file after file, keeping each distinct scope once. */
export class RowBatchBuilder {
  readonly batch = emptyBatch();
  readonly #scopes = new Map<string, number>();
  /** Of lists that were met: neighbours share them. */
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
    const met = this.#byList.get(variables);
    if (met !== undefined && met.opens === opens) return met.index;
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

/** A scope's lines as lists. Rows of one scope share the lists themselves, by which analysers know the scope again. */
function listsOf(scope: ScopeOfRows): { variables: string[]; opens: string[] } {
  scope.lists ??= { variables: lines(scope.variables), opens: lines(scope.opens) };
  return scope.lists;
}

/** The row as the analysers see it. Of attributes, the index keeps the names only. */
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

/** Long scopes of many rows together would be longer than a string may be. */
function scopeDigest(scope: ScopeOfRows): string {
  scope.digest ??= hash('sha256', `${scope.variables}\x1f${scope.opens}`, 'base64');
  return scope.digest;
}

/** One row as one string, the same on every machine: what digests are made of. */
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

const TEXT_COLUMNS = [
  'name',
  'kind',
  'signature',
  'doc',
  'namespace',
  'attributes',
  'modifiers',
  'origin',
  'from',
  'replacement',
  'since',
  'note',
  'instanceOf',
  'body',
  'section',
] as const satisfies (keyof RowBatch)[];

const NUMBER_COLUMNS = ['file', 'scope', 'typeAt', 'line', 'endLine', 'flags'] as const satisfies (keyof RowBatch)[];

/** The columns themselves: looked up by name for every row, they would take as long as reading it. */
const columnsOf = (batch: RowBatch): { texts: (string | null)[][]; numbers: number[][] } => ({
  texts: TEXT_COLUMNS.map((column) => batch[column]),
  numbers: NUMBER_COLUMNS.map((column) => batch[column]),
});

/** Length of a null. */
const NULL = -1;

/** Copied as it is, where UTF-8 would be worked out and read again three times. */
const BYTES_A_UNIT = 2;

/** A batch as it crosses threads: the text of each row in one piece, so that single rows are decoded cheaply. */
interface PackedBatch {
  files: FileOfRows[];
  length: number;
  numbers: Int32Array[];
  /** Of the texts of one row after the other, lengths in UTF-16 units; a null has -1. */
  lengths: Int32Array;
  /** Where a row starts in the text, then where a scope does, and where the last one ends. */
  starts: Uint32Array;
  /** UTF-16 of the texts, row after row, then scope after scope. */
  text: TextPlace;
}

/** Of one batch after the other: large blocks that come and go leave holes. */
let room = Buffer.alloc(0);

/** Shared, so that it goes to several threads without a copy. The text goes into `file`, if there is one. */
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
  if (size > room.length) room = Buffer.allocUnsafeSlow(size);
  const starts = new Uint32Array(rows.length + 1);
  rows.forEach((row, at) => (starts[at + 1] = starts[at]! + room.write(row, starts[at]!, 'utf16le')));
  const bytes = room.subarray(0, starts.at(-1));
  const text = file === null ? { bytes } : file.append(bytes);
  const numbers = columns.numbers.map((column) => Int32Array.from(column));
  const packed = serialize({ files, length, numbers, lengths, starts, text } satisfies PackedBatch);
  const shared = new SharedArrayBuffer(packed.length);
  new Uint8Array(shared).set(packed);
  return shared;
}

/** The inverse of `packBatch`. Strings of one row are slices of one text: they keep each other in memory. */
export function unpackBatch(shared: SharedArrayBuffer): RowBatch {
  const packed = new PackedRows(shared);
  const batch = packed.frame();
  for (let at = 0; at < packed.length; at++) packed.addRow(at, batch);
  return batch;
}

/** Rows of a packed batch one by one: for a few rows of many batches. */
export class PackedRows {
  readonly #packed: PackedBatch;
  readonly #text: RowText;
  /** The batch that rows are put into, and its columns. */
  #target: RowBatch | null = null;
  #columns = columnsOf(emptyBatch());

  /** If few rows are `wanted`, each is read from the batch's file when it is asked for, and `close` ends that. */
  constructor(shared: SharedArrayBuffer, wanted: 'all' | 'few' = 'all') {
    this.#packed = deserialize(new Uint8Array(shared)) as PackedBatch;
    this.#text = wanted === 'few' ? sparseText(this.#packed.text) : wholeText(this.#packed.text);
  }

  close(): void {
    this.#text.close();
  }

  get length(): number {
    return this.#packed.length;
  }

  /** A batch of this one row. */
  row(at: number): RowBatch {
    const batch = emptyBatch();
    batch.files = this.#packed.files;
    this.addRow(at, batch);
    batch.scopes = [this.#scope(batch.scope[0]!)];
    batch.scope[0] = 0;
    return batch;
  }

  /** A batch of no rows, with the files and scopes of all. */
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

  /** Puts a row into a batch that was made by `frame`: behind the others, or where one stands that is done with. */
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

/** Of rows, in order: what the main thread knows of them without unpacking. */
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
