/** A worker of the build: reads files, then analyses rows. */
import { analyseRows, type AnalysisInput } from './analysing.ts';
import { Reading, type FileToRead } from './reading.ts';
import { serve } from './worker-link.ts';

const reading = new Reading();

const tasks = {
  read: (files: FileToRead[]) => reading.read(files),
  identifiers: () => reading.identifiers(),
  analyse: (input: AnalysisInput) => analyseRows(input),
};

export type BuildTasks = typeof tasks;

serve(tasks);
