/** Reads a dependency graph in a thread of its own, which Ctrl-C ends at once. */
import { aborted } from '../base/aborted.ts';
import { Failure } from '../base/errors.ts';
import { threadScript, WorkerLink } from '../base/worker-link.ts';
import type { DependencyGraph } from './dependency-graph.ts';
import type { GraphTasks } from './graph-thread.ts';

export type GraphThread = WorkerLink<GraphTasks>;

export function startGraphThread(): GraphThread {
  return new WorkerLink<GraphTasks>(threadScript('graph-thread', import.meta.url), 'The graph thread', {});
}

/** @throws {Failure} `interrupted`; what opening the index throws */
export async function readGraphInThread(indexPath: string, signal: AbortSignal): Promise<DependencyGraph> {
  const thread = startGraphThread();
  try {
    return await Promise.race([
      thread.call('read', indexPath),
      aborted(signal).then(() => {
        throw new Failure('interrupted', 'interrupted', { message: 'Interrupted.' });
      }),
    ]);
  } finally {
    await thread.close();
  }
}
