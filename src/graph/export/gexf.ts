/** GEXF, by graphology. */
import { MultiDirectedGraph } from 'graphology';
import { write } from 'graphology-gexf';
import type { PictureGraph } from '../picture-graph.ts';
import { cleanText } from './clean-text.ts';

export function writeGexf({ nodes, edges }: PictureGraph): string {
  const graph = new MultiDirectedGraph();
  for (const { id, ...facts } of nodes) graph.addNode(cleanText(id), cleanValues(facts));
  for (const { from, to, role } of edges) graph.addEdge(cleanText(from), cleanText(to), cleanValues({ role }));
  return `${write(graph)}\n`;
}

/** Without empty values. */
function cleanValues(values: Record<string, string | null>): Record<string, string> {
  const clean = Object.entries(values).map(([key, value]) => [key, cleanText(value ?? '')] as const);
  return Object.fromEntries(clean.filter(([, value]) => value !== ''));
}
