/** What the writer of a build does: it makes the file, inserts rows as they come, and ends with all that is known last. */
import type { ExpansionEntry } from './expansion-rows.ts';
import { unpackBatch } from './row-batch.ts';
import type { Analysed } from './analysing.ts';
import { joinParts, type TokenListPart } from './token-lists.ts';
import { IndexWriter, type FileEntry, type PackageEntry, type Remarks } from './writer.ts';

export type WriterTasks = {
  open: (path: string) => void;
  rows: (input: { firstId: number; rows: SharedArrayBuffer }) => void;
  packages: (packages: PackageEntry[]) => void;
  files: (files: FileEntry[]) => void;
  remarks: (remarks: Remarks) => void;
  expansions: (expansions: ExpansionEntry[]) => void;
  meta: (meta: Record<string, string>) => void;
  /** Once all rows, files and remarks are in. */
  indexes: (nothing: null) => void;
  /** Lists whose tokens no others have, such as those of identifiers. */
  lists: (part: TokenListPart) => void;
  /** What was made of some channels, in rising order of the rows. */
  analysed: (parts: Analysed[]) => void;
  finish: (uses: Float32Array) => void;
};

export function makeWriterTasks(): WriterTasks {
  let writer: IndexWriter | null = null;
  const opened = (): IndexWriter => {
    if (writer === null) throw new Error('the writer has no file open');
    return writer;
  };
  return {
    open: (path) => {
      writer = IndexWriter.create(path);
    },
    rows: ({ firstId, rows }) => opened().addRows(firstId, unpackBatch(rows)),
    packages: (packages) => opened().addPackages(packages),
    files: (files) => opened().addFiles(files),
    remarks: (remarks) => opened().addRemarks(remarks),
    expansions: (expansions) => opened().addExpansions(expansions),
    meta: (meta) => opened().setMeta(meta),
    indexes: () => opened().addIndexes(),
    lists: (part) => opened().addLists(joinParts([part]), 0),
    analysed: (parts) => {
      opened().addVectors(parts.flatMap(({ vectors }) => vectors));
      opened().addLists(joinParts(parts.map(({ lists }) => lists)), 0);
    },
    finish: (uses) => {
      finish(opened(), uses);
      writer = null;
    },
  };
}

function finish(writer: IndexWriter, uses: Float32Array): void {
  const { idLimit, kind, flags, origin } = writer.columns;
  writer.setColumns({
    kind: kind.subarray(0, idLimit),
    flags: flags.subarray(0, idLimit),
    origin: origin.subarray(0, idLimit),
    uses: new Uint8Array(uses.buffer, uses.byteOffset, uses.byteLength),
  });
  writer.finish();
}
