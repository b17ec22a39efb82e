/** The thread that reads the dependency graph of an index: the work blocks for seconds, and Ctrl-C must end it at once. */
import { serve } from '../base/worker-link.ts';
import { withIndex } from '../index/open.ts';
import { type DependencyGraph, dependencyGraph } from './dependency-graph.ts';

export type GraphTasks = { read: (indexPath: string) => Promise<DependencyGraph> };

serve({ read: (indexPath) => withIndex(indexPath, dependencyGraph) } satisfies GraphTasks);
