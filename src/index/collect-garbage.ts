/** Gives memory back between the phases of a build. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { type: 'major'; flavor: 'last-resort' }) => void;

let collect: Collect | null = null;

/**
 * Collects this thread's garbage. V8 puts that off as long as the machine has memory; a build knows when most of what
 * it holds has just become garbage, and is to stay below 800 MB.
 */
export function collectGarbage(): void {
  if (collect === null) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as Collect;
  }
  // As V8 does before it gives up for want of memory: an ordinary collection would keep the pages that it has emptied.
  collect({ type: 'major', flavor: 'last-resort' });
}
