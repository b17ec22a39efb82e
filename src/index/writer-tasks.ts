/** What the writer of a build does: it makes the file, inserts rows as they come, and ends with all that is known last. */
import type { ExpansionEntry } from './expansion-rows.ts';
import { unpackBatch } from './row-batch.ts';
import type { Analysed } from './analysing.ts';
import { joinParts, type TokenListPart } from './token-lists.ts';
import { IndexWriter, type FileEntry, type PackageEntry, type Remarks } from './writer.ts';

export interface FinishInput {
  /** In rising order of the rows. */
  parts: Analysed[];
  uses: Float32Array;
}

export type WriterTasks = {
  open: (path: string) => void;
  rows: (input: { firstId: number; rows: SharedArrayBuffer }) => void;
  packages: (packages: PackageEntry[]) => void;
  files: (files: FileEntry[]) => void;
  remarks: (remarks: Remarks) => void;
  expansions: (expansions: ExpansionEntry[]) => void;
  /** The last of what is known before the lists are: it is written while workers make them. */
  frame: (meta: Record<string, string>) => void;
  /** Lists whose tokens no others have, such as those of identifiers: written likewise. */
  lists: (part: TokenListPart) => void;
  finish: (input: FinishInput) => void;
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
    frame: (meta) => {
      opened().setMeta(meta);
      opened().addIndexes();
    },
    lists: (part) => opened().addLists(joinParts([part]), 0),
    finish: (input) => {
      finish(opened(), input);
      writer = null;
    },
  };
}

function finish(writer: IndexWriter, { parts, uses }: FinishInput): void {
  writer.addVectors(parts.flatMap(({ vectors }) => vectors));
  writer.addLists(joinParts(parts.map(({ lists }) => lists)), 0);
  const { idLimit, kind, flags, origin } = writer.columns;
  writer.setColumns({
    kind: kind.subarray(0, idLimit),
    flags: flags.subarray(0, idLimit),
    origin: origin.subarray(0, idLimit),
    uses: new Uint8Array(uses.buffer, uses.byteOffset, uses.byteLength),
  });
  writer.finish();
}
