/** The thread that reads the dependency graph of an index: the work blocks for seconds, and Ctrl-C must end it at once. */
import { accessSync, constants } from 'node:fs';
import { dirname } from 'node:path';
import { Failure } from '../base/errors.ts';
import { serve } from '../base/worker-link.ts';
import { withIndex } from '../index/open.ts';
import { type DependencyGraph, dependencyGraph } from './dependency-graph.ts';
import { graphFileOf, writeGraphFile } from './graph-file.ts';

export type GraphTasks = {
  read: (indexPath: string) => Promise<DependencyGraph>;
  /** Writes the graph to its file. @throws {Failure} `graph-unwritable` */
  store: (indexPath: string) => Promise<void>;
};

function store(indexPath: string): Promise<void> {
  const path = graphFileOf(indexPath);
  return withIndex(indexPath, (index) => {
    try {
      // Found out before the work of seconds, not after it.
      accessSync(dirname(path), constants.W_OK);
      writeGraphFile(path, index.meta('digest') ?? '', dependencyGraph(index));
    } catch (error) {
      throw new Failure('missing', 'graph-unwritable', {
        message: 'The graph of which declarations depend on which cannot be stored beside the index.',
        reason: (error as Error).message,
        next: 'Make the folder of the index writable.',
        cause: error,
      });
    }
  });
}

serve({ read: (indexPath) => withIndex(indexPath, dependencyGraph), store } satisfies GraphTasks);
