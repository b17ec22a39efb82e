/**
 * Rows of `decls` on their way from the worker that read them to the thread that writes them and the worker that
 * analyses them: columns, because a few long arrays cross threads much faster than many small objects.
 */
import { attributeNames } from '../lean/generate/attribute-syntax.ts';
import { deserialize, serialize } from 'node:v8';
import { lines, spaced, words } from './text-columns.ts';
import type { Declaration, DeclarationKind, Origin } from '../lean/declaration.ts';
import type { AnalysedDeclaration } from './analysis.ts';

/** What a file gives to each of its rows. */
export interface FileOfRows {
  fileId: number;
  path: string;
  module: string;
  package: string;
  title: string | null;
}

export interface RowBatch {
  files: FileOfRows[];
  scopes: { variables: string; opens: string }[];
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
  #lastScope: { variables: string[]; opens: string[] | undefined; index: number } | null = null;

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
    const last = this.#lastScope;
    if (last !== null && last.variables === variables && last.opens === opens) return last.index;
    const scope = { variables: variables.join('\n'), opens: opens?.join('\n') ?? '' };
    const key = `${scope.variables}\0${scope.opens}`;
    let index = this.#scopes.get(key);
    if (index === undefined) {
      index = this.batch.scopes.push(scope) - 1;
      this.#scopes.set(key, index);
    }
    this.#lastScope = { variables, opens, index };
    return index;
  }
}

/** A scope's lines as lists. Rows of one scope share the lists themselves, by which analysers know the scope again. */
function listsOf(scope: RowBatch['scopes'][number]): { variables: string[]; opens: string[] } {
  let lists = scopeLists.get(scope);
  if (lists === undefined) {
    lists = { variables: lines(scope.variables), opens: lines(scope.opens) };
    scopeLists.set(scope, lists);
  }
  return lists;
}

const scopeLists = new WeakMap<RowBatch['scopes'][number], { variables: string[]; opens: string[] }>();

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

/** One row as one string, the same on every machine: what digests are made of. */
export function rowText(batch: RowBatch, at: number): string {
  const scope = batch.scopes[batch.scope[at]!]!;
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
    scope.variables,
    scope.opens,
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

/** Length of a null. */
const NULL = -1;

/** A batch as it crosses threads: all its text in one string, so that it is copied and decoded once. */
interface PackedBatch {
  files: FileOfRows[];
  scopes: RowBatch['scopes'];
  length: number;
  numbers: Int32Array[];
  /** Of each text column, lengths in UTF-16 units; a null has -1. */
  lengths: Int32Array[];
  /** UTF-8 of the texts, column after column. */
  text: Uint8Array;
}

/** Shared, so that it goes to several threads without a copy. */
export function packBatch(batch: RowBatch): SharedArrayBuffer {
  const { files, scopes, length } = batch;
  const lengths = TEXT_COLUMNS.map((column) => Int32Array.from(batch[column], (value) => value?.length ?? NULL));
  const text = Buffer.from(TEXT_COLUMNS.map((column) => batch[column].join('')).join(''), 'utf8');
  const numbers = NUMBER_COLUMNS.map((column) => Int32Array.from(batch[column]));
  const bytes = serialize({ files, scopes, length, numbers, lengths, text } satisfies PackedBatch);
  const shared = new SharedArrayBuffer(bytes.length);
  new Uint8Array(shared).set(bytes);
  return shared;
}

/** The inverse of `packBatch`. Its strings are slices of one text: they keep each other in memory. */
export function unpackBatch(shared: SharedArrayBuffer): RowBatch {
  const packed = deserialize(new Uint8Array(shared)) as PackedBatch;
  const text = Buffer.from(packed.text.buffer, packed.text.byteOffset, packed.text.byteLength).toString('utf8');
  const batch = emptyBatch();
  batch.files = packed.files;
  batch.scopes = packed.scopes;
  batch.length = packed.length;
  NUMBER_COLUMNS.forEach((column, i) => (batch[column] = Array.from(packed.numbers[i]!)));
  let at = 0;
  TEXT_COLUMNS.forEach((column, i) => {
    const values: (string | null)[] = batch[column];
    for (const length of packed.lengths[i]!) values.push(length === NULL ? null : text.slice(at, (at += length)));
  });
  return batch;
}

/** Rows of a packed batch one by one: for a few rows of many batches. */
export class PackedRows {
  readonly #packed: PackedBatch;
  readonly #text: string;
  /** Where a value of a text column starts, column after column. */
  readonly #starts: Uint32Array;

  constructor(shared: SharedArrayBuffer) {
    this.#packed = deserialize(new Uint8Array(shared)) as PackedBatch;
    const { text, lengths, length } = this.#packed;
    this.#text = Buffer.from(text.buffer, text.byteOffset, text.byteLength).toString('utf8');
    this.#starts = new Uint32Array(TEXT_COLUMNS.length * length);
    let start = 0;
    let cell = 0;
    for (const column of lengths) {
      for (const size of column) {
        this.#starts[cell++] = start;
        start += Math.max(0, size);
      }
    }
  }

  /** A batch of this one row. */
  row(at: number): RowBatch {
    const { files, scopes, lengths, length, numbers } = this.#packed;
    const batch = emptyBatch();
    batch.files = files;
    batch.scopes = scopes;
    batch.length = 1;
    NUMBER_COLUMNS.forEach((column, i) => batch[column].push(numbers[i]![at]!));
    TEXT_COLUMNS.forEach((column, i) => {
      const values: (string | null)[] = batch[column];
      const start = this.#starts[i * length + at]!;
      const size = lengths[i]![at]!;
      values.push(size === NULL ? null : this.#text.slice(start, start + size));
    });
    return batch;
  }
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
