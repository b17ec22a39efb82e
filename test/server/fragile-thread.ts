/** A fake search thread whose behaviour is controlled by the query. */
import { threadId } from 'node:worker_threads';
import { serve } from '../../src/base/worker-link.ts';
import type { SearcherTasks } from '../../src/server/searcher-thread.ts';

/** Throws outside of any task. */
const crash = (message: string): void =>
  void setTimeout(() => {
    throw new Error(message);
  });

serve({
  run: async (request) => {
    const query = request.command === 'search' ? request.options.query : null;
    if (query === 'hang') for (;;);
    if (query === 'throw') {
      crash('an uncaught error in the thread');
      return new Promise(() => {});
    }
    if (query === 'exit') process.exit(0);
    if (query === 'throw later') crash('an uncaught error after the response');
    if (query === 'exit later') setTimeout(() => process.exit(0));
    return { exit: 'done', json: JSON.stringify({ query, threadId }), warnings: [] };
  },
} satisfies SearcherTasks);
