/** Frees memory between the phases of a build, or between documents. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { type: 'major'; flavor: 'last-resort' }) => void;

let collect: Collect | null = null;

/**
 * Collects this thread's garbage. V8 postpones collections while the machine has memory. A build knows when most of
 * its data has just become garbage, and it must stay below 800 MB.
 */
export function collectGarbage(): void {
  if (collect === null) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as Collect;
  }
  // V8 does this before it runs out of memory. An ordinary collection would keep the pages that it has emptied.
  collect({ type: 'major', flavor: 'last-resort' });
}

/** Collects garbage if the process uses more memory than `limit`, in bytes. */
export function collectGarbageAbove(limit: number): void {
  if (process.memoryUsage.rss() > limit) collectGarbage();
}
