/** The writer thread: calls of SQLite block, so they stay off the threads that read and answer. */
import { serve } from '../base/worker-link.ts';
import { makeWriterTasks } from './writer-tasks.ts';

serve(makeWriterTasks());
