/** All rows of a build in the main thread: names and files directly, full rows on request. */
import { lowerBound } from '../base/lower-bound.ts';
import { getOrAdd } from '../base/memoize.ts';
import { KINDS, type Declaration } from '../lean/declaration.ts';
import type { LookUp, SourceDeclaration } from '../lean/generate/expand.ts';
import type { RowsToAnalyse } from './analyse-rows.ts';
import { lazyDeclaration } from './lazy-declaration.ts';
import { PackedRows, type NamedBatch } from './row-batch.ts';
import { declarationOf, FLAG } from './row-columns.ts';

/** Rows with consecutive ids. */
interface PlacedBatch extends NamedBatch {
  firstId: number;
  rows: SharedArrayBuffer;
}

/** More than the number of lines of any file: combines a file and a line into one number. */
const LINES = 2 ** 24;

export class LibraryRows {
  #batches: PlacedBatch[] = [];
  /** Full name → ids, in rising order. */
  #ids = new Map<string, number | number[]>();
  #names: string[] = [];
  /** Batches of which rows were requested. */
  readonly #unpacked = new Map<PlacedBatch, PackedRows>();
  #nextId = 1;

  get nextId(): number {
    return this.#nextId;
  }

  /** Names in the order of ids, which start at 1. */
  get names(): readonly string[] {
    return this.#names;
  }

  /** Assigns ids to a batch: those after the last one. */
  add(rows: SharedArrayBuffer, named: NamedBatch): RowsToAnalyse {
    const batch: PlacedBatch = { firstId: this.#nextId, rows, ...named };
    this.#batches.push(batch);
    for (const name of named.names) {
      const id = this.#nextId++;
      this.#names.push(name);
      const before = this.#ids.get(name);
      this.#ids.set(name, before === undefined ? id : typeof before === 'number' ? [before, id] : [...before, id]);
    }
    return { firstId: batch.firstId, length: named.names.length, rows };
  }

  ids(name: string): readonly number[] {
    const ids = this.#ids.get(name);
    return ids === undefined ? [] : typeof ids === 'number' ? [ids] : ids;
  }

  fileOf(id: number): number {
    const batch = this.#batchOf(id);
    return batch.fileIds[id - batch.firstId]!;
  }

  flagsOf(id: number): number {
    const batch = this.#batchOf(id);
    return batch.flags[id - batch.firstId]!;
  }

  /** Names that occur more than once among rows without the given flags, with their ids in source order. */
  *repeated(except: number): Generator<[string, number[]]> {
    for (const [name, ids] of this.#ids) {
      if (typeof ids === 'number') continue;
      const matching = ids.filter((id) => (this.flagsOf(id) & except) === 0);
      const place = (id: number): number => this.fileOf(id) * LINES + this.declaration(id).line;
      if (matching.length > 1) yield [name, matching.toSorted((a, b) => place(a) - place(b))];
    }
  }

  /** Finds literal declarations for the expansion. `fileOfModule` prefers rows of the requesting module. */
  lookUp(fileOfModule: ReadonlyMap<string, number>): LookUp {
    return (name, module) => {
      const ids = this.ids(name);
      if (ids.length === 0) return null;
      const file = ids.length === 1 ? undefined : fileOfModule.get(module);
      const id = ids.find((candidate) => this.fileOf(candidate) === file) ?? ids[0]!;
      return this.declaration(id, ids.length > 1);
    };
  }

  /** The row as the reader returned it, but of attributes only the names. Unpacked on first use. */
  declaration(id: number, isShared = false): SourceDeclaration {
    const batch = this.#batchOf(id);
    const at = id - batch.firstId;
    const known = { isPrivate: (batch.flags[at]! & FLAG.private) !== 0, kind: KINDS[batch.kinds[at]!]!, isShared };
    return lazyDeclaration(known, () => this.#load(batch, at));
  }

  #load(batch: PlacedBatch, at: number): Declaration {
    const unpacked = getOrAdd(this.#unpacked, batch, () => new PackedRows(batch.rows, 'few'));
    return declarationOf(unpacked.row(at));
  }

  /** Releases the unpacked rows of all batches. */
  pack(): void {
    for (const unpacked of this.#unpacked.values()) unpacked.close();
    this.#unpacked.clear();
  }

  /** Releases everything but the names. Neither rows nor ids may be requested afterwards. */
  release(): void {
    this.#batches = [];
    this.#ids = new Map();
    this.pack();
  }

  /** Returns the names in the order of ids and releases them. */
  takeNames(): readonly string[] {
    const names = this.#names;
    this.#names = [];
    return names;
  }

  #batchOf(id: number): PlacedBatch {
    const next = lowerBound(this.#batches.length, (at) => this.#batches[at]!.firstId > id);
    return this.#batches[Math.max(0, next - 1)]!;
  }
}
