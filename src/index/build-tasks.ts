/** Tasks of a build worker: it reads files, then analyses rows. */
import { analyseRows } from './analyse-rows.ts';
import { BatchReader, type FileToRead } from './batch-reader.ts';

export type BuildTasks = ReturnType<typeof makeBuildTasks>;

export function makeBuildTasks() {
  let reading = new BatchReader();
  return {
    /** To be called first if the text of rows goes into a file. */
    storeTextIn: (path: string): void => {
      reading = new BatchReader(path);
    },
    read: (files: FileToRead[]) => reading.read(files),
    /** Identifiers in all files that this worker has read. */
    takeIdentifiers: (_: null) => reading.takeIdentifiers(),
    analyse: analyseRows,
  };
}
