/** A fake search thread whose behaviour is controlled by the query. */
import { parentPort, threadId } from 'node:worker_threads';
import type { ThreadRequest } from '../../src/server/searcher-thread.ts';

parentPort!.on('message', (request: ThreadRequest) => {
  const query = request.command === 'search' ? request.options.query : null;
  if (query === 'hang') for (;;);
  if (query === 'throw') throw new Error('an uncaught error in the thread');
  if (query === 'exit') process.exit(0);
  parentPort!.postMessage({ exit: 'done', json: JSON.stringify({ query, threadId }), warnings: [] });
  if (query === 'throw later')
    setTimeout(() => {
      throw new Error('an uncaught error after the response');
    });
  if (query === 'exit later') setTimeout(() => process.exit(0));
});
