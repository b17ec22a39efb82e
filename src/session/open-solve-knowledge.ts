/** Opens a graph of templates for `solve`: with vectors if an embedder is configured. */
import type { TemplateGraph } from '../builders/templates/template-graph.ts';
import { SolveKnowledge } from '../solve/solve-problem.ts';
import type { CommandContext } from './command-context.ts';
import { solvedItems, withTemplateGraph } from './command-template-graph.ts';
import { openTemplateVectors } from './open-template-vectors.ts';

export interface OpenSolveKnowledge {
  graph: TemplateGraph;
  knowledge: SolveKnowledge;
  /** Closes the embedder. */
  close: () => Promise<void>;
}

/** @throws {Failure} as `withTemplateGraph` and `openTemplateVectors` */
export function openSolveKnowledge(
  context: CommandContext,
  options: Parameters<typeof solvedItems>[1],
): Promise<OpenSolveKnowledge> {
  return withTemplateGraph(context, async (graph, library) => {
    const items = solvedItems(graph, options);
    const vectors = await openTemplateVectors(library, graph, items, context);
    const knowledge = new SolveKnowledge(items, graph, vectors?.similarities ?? null);
    return { graph, knowledge, close: () => vectors?.close() ?? Promise.resolve() };
  });
}
