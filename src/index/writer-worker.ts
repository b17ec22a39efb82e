/** The thread that inserts: SQLite's calls block, so they are kept off the threads that read and answer. */
import { serve } from './worker-link.ts';
import { BuildWriter, type FinishInput } from './writer.ts';

const writer = new BuildWriter();

const tasks = {
  open: (path: string) => writer.open(path),
  rows: (input: { firstId: number; rows: SharedArrayBuffer }) => writer.rows(input),
  finish: (input: FinishInput) => writer.finish(input),
  abandon: () => writer.abandon(),
};

export type WriterTasks = typeof tasks;

serve(tasks);
