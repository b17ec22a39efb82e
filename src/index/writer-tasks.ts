/** Tasks of a build's writer: it creates the file, inserts rows as they arrive, and writes the final data last. */
import type { ExpansionEntry } from './expansion-rows.ts';
import { unpackRows } from './row-batch.ts';
import type { AnalysisResult } from './analyse-rows.ts';
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
  /** To be called after all rows, files and remarks. */
  indexes: (nothing: null) => void;
  /** Lists whose tokens occur in no other lists, such as those of identifiers. */
  lists: (part: TokenListPart) => void;
  /** The results of some channels, in rising order of rows. */
  analysed: (parts: AnalysisResult[]) => void;
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
    rows: ({ firstId, rows }) => opened().addRows(firstId, unpackRows(rows)),
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
