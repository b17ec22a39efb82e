/** The thread that inserts: SQLite's calls block, so they are kept off the threads that read and answer. */
import { serve } from './worker-link.ts';
import { makeWriterTasks } from './writer-tasks.ts';

serve(makeWriterTasks());
