/** Opens the dependency graph of the index for a command. The first command on an index reads it, which takes seconds. */
import { Failure } from '../base/errors.ts';
import type { DependencyGraph } from '../graph/dependency-graph.ts';
import { graphFileOf, readGraphFile, writeGraphFile } from '../graph/graph-file.ts';
import { readGraphInThread } from '../graph/read-in-thread.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import type { CommandContext } from './command-context.ts';
import { withCommandIndex } from './command-index.ts';
import { refreshProject } from './refresh.ts';

export interface OpenGraph {
  index: LibraryIndex;
  graph: DependencyGraph;
}

/** The code of the failure with `onlyStoredGraph`. */
export const GRAPH_MISSING = 'graph-missing';

/** Graphs of the indexes that a server keeps open. */
const opened = new WeakMap<LibraryIndex, DependencyGraph>();

/** @throws {Failure} if there is no readable index; `graph-missing` with `onlyStoredGraph`; `interrupted` */
export async function withDependencyGraph<T>(
  context: CommandContext,
  work: (open: OpenGraph) => T | Promise<T>,
): Promise<T> {
  await refreshProject(context);
  return withCommandIndex(context, async (index) => {
    const graph = opened.get(index) ?? (await readOrMake(index, context));
    opened.set(index, graph);
    return work({ index, graph });
  });
}

async function readOrMake(
  index: LibraryIndex,
  { signal, startProgress, log, onlyStoredGraph }: CommandContext,
): Promise<DependencyGraph> {
  const path = graphFileOf(index.path);
  const digest = index.meta('digest') ?? '';
  const stored = readGraphFile(path, digest);
  if (stored !== null) return stored;
  if (onlyStoredGraph) throw graphMissing();
  const progress = startProgress('Reading which declarations depend on which');
  try {
    const graph = await readGraphInThread(index.path, signal);
    try {
      writeGraphFile(path, digest, graph);
    } catch (error) {
      log.warn(`The dependency graph cannot be stored, so each command reads it again: ${(error as Error).message}`);
    }
    return graph;
  } finally {
    progress.stop();
  }
}

function graphMissing(): Failure {
  return new Failure('missing', GRAPH_MISSING, {
    message: 'The graph of which declarations depend on which is not made yet.',
    next: 'Any graph command makes it: lemmahead graph stats',
  });
}
