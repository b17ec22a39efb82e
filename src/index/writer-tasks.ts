/** Tasks of a build's writer: it creates the file, inserts rows as they arrive, and writes the final data last. */
import type { ExpansionEntry } from './expansion-rows.ts';
import { unpackRows } from './row-batch.ts';
import type { AnalysisResult } from './analyse-rows.ts';
import { joinParts, type TokenListPart } from './token-lists.ts';
import { IndexWriter, type FileEntry, type PackageEntry, type Remarks } from './writer.ts';

export type WriterTasks = ReturnType<typeof makeWriterTasks>;

export function makeWriterTasks() {
  let writer: IndexWriter | null = null;
  const opened = (): IndexWriter => {
    if (writer === null) throw new Error('the writer has no file open');
    return writer;
  };
  return {
    open: (path: string): void => {
      writer = IndexWriter.create(path);
    },
    rows: ({ firstId, rows }: { firstId: number; rows: SharedArrayBuffer }) =>
      opened().addRows(firstId, unpackRows(rows)),
    packages: (packages: PackageEntry[]) => opened().addPackages(packages),
    files: (files: FileEntry[]) => opened().addFiles(files),
    remarks: (remarks: Remarks) => opened().addRemarks(remarks),
    expansions: (expansions: ExpansionEntry[]) => opened().addExpansions(expansions),
    meta: (meta: Record<string, string>) => opened().setMeta(meta),
    /** To be called after all rows, files and remarks. */
    indexes: (_: null) => opened().addIndexes(),
    /** Lists whose tokens occur in no other lists, such as those of identifiers. */
    lists: (part: TokenListPart) => opened().addLists(joinParts([part]), 0),
    /** The results of some channels, in rising order of rows. */
    analysed: (parts: AnalysisResult[]): void => {
      opened().markUnreadable(parts.flatMap(({ unreadable }) => unreadable));
      opened().addVectors(parts.flatMap(({ vectors }) => vectors));
      opened().addLists(joinParts(parts.map(({ lists }) => lists)), 0);
    },
    finish: (uses: Float32Array): void => {
      opened().markUnknownNames();
      opened().storeColumns(uses);
      opened().finish();
      writer = null;
    },
  };
}
