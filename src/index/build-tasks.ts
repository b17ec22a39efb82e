/** Tasks of a build worker: it reads files, then analyses rows. */
import { analyseRows, type AnalysisResult, type AnalysisInput } from './analyse-rows.ts';
import type { IdentifierCounts } from './identifier-counts.ts';
import { BatchReader, type BatchRead, type FileToRead } from './batch-reader.ts';

export type BuildTasks = {
  /** To be called first if the text of rows goes into a file. */
  storeTextIn: (path: string) => void;
  read: (files: FileToRead[]) => BatchRead;
  /** Identifiers in all files that this worker has read. */
  takeIdentifiers: (nothing: null) => IdentifierCounts;
  analyse: (input: AnalysisInput) => AnalysisResult;
};

export function makeBuildTasks(): BuildTasks {
  let reading = new BatchReader();
  return {
    storeTextIn: (path) => {
      reading = new BatchReader(path);
    },
    read: (files) => reading.read(files),
    takeIdentifiers: () => reading.takeIdentifiers(),
    analyse: analyseRows,
  };
}
