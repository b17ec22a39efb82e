/** The thread that inserts: SQLite's calls block, so they are kept off the threads that read and answer. */
import { unpackBatch } from './row-batch.ts';
import { joinParts, type TokenListPart } from './token-lists.ts';
import { serve } from './worker-link.ts';
import { IndexWriter, type FileEntry, type PackageEntry, type Remarks } from './writer.ts';

export interface FinishInput {
  packages: PackageEntry[];
  files: FileEntry[];
  remarks: Remarks;
  parts: TokenListPart[];
  uses: Float32Array;
  meta: Record<string, string>;
}

class BuildWriter {
  #writer: IndexWriter | null = null;

  open(path: string): void {
    this.#writer = IndexWriter.create(path);
  }

  rows({ firstId, rows }: { firstId: number; rows: SharedArrayBuffer }): void {
    this.#opened.addRows(firstId, unpackBatch(rows));
  }

  finish({ packages, files, remarks, parts, uses, meta }: FinishInput): void {
    const writer = this.#opened;
    writer.addPackages(packages);
    writer.addFiles(files);
    writer.addRemarks(remarks);
    writer.addLists(joinParts(parts), 0);
    const { idLimit, kind, flags, origin } = writer.columns;
    writer.setColumns({
      kind: kind.subarray(0, idLimit),
      flags: flags.subarray(0, idLimit),
      origin: origin.subarray(0, idLimit),
      uses: new Uint8Array(uses.buffer, uses.byteOffset, uses.byteLength),
    });
    writer.setMeta(meta);
    writer.finish();
    this.#writer = null;
  }

  get #opened(): IndexWriter {
    if (this.#writer === null) throw new Error('the writer has no file open');
    return this.#writer;
  }
}

const writer = new BuildWriter();

const tasks = {
  open: (path: string) => writer.open(path),
  rows: (input: { firstId: number; rows: SharedArrayBuffer }) => writer.rows(input),
  finish: (input: FinishInput) => writer.finish(input),
};

export type WriterTasks = typeof tasks;

serve(tasks);
