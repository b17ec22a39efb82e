/** Stands in for the thread that searches: it does what the query says. */
import { parentPort, threadId } from 'node:worker_threads';
import type { Question } from '../../src/server/searcher-thread.ts';

parentPort!.on('message', (question: Question) => {
  const query = question.ask === 'search' ? question.options.query : null;
  if (query === 'hang') for (;;);
  if (query === 'throw') throw new Error('an uncaught error in the thread');
  if (query === 'exit') process.exit(0);
  parentPort!.postMessage({ exit: 'done', json: JSON.stringify({ query, threadId }), warnings: [] });
  if (query === 'throw later')
    setTimeout(() => {
      throw new Error('an uncaught error behind the answer');
    });
  if (query === 'exit later') setTimeout(() => process.exit(0));
});
