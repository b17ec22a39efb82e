/** What a worker of the build does: it reads files, then analyses rows. */
import { analyseRows, type Analysed, type AnalysisInput } from './analysing.ts';
import type { IdentifierCounts } from './identifier-counts.ts';
import { Reading, type BatchRead, type FileToRead } from './reading.ts';

export type BuildTasks = {
  /** Before anything else, if the text of rows is to go into a file. */
  keepTextIn: (path: string) => void;
  read: (files: FileToRead[]) => BatchRead;
  /** What all files read by this worker have written. */
  takeIdentifiers: (nothing: null) => IdentifierCounts;
  analyse: (input: AnalysisInput) => Analysed;
};

export function makeBuildTasks(): BuildTasks {
  let reading = new Reading();
  return {
    keepTextIn: (path) => {
      reading = new Reading(path);
    },
    read: (files) => reading.read(files),
    takeIdentifiers: () => reading.takeIdentifiers(),
    analyse: analyseRows,
  };
}
