/** GEXF, by graphology. */
import { MultiDirectedGraph } from 'graphology';
import { write } from 'graphology-gexf';
import type { PictureGraph } from '../picture-graph.ts';
import { cleanText } from './clean-text.ts';

export function writeGexf({ nodes, edges }: PictureGraph): string {
  const graph = new MultiDirectedGraph();
  for (const { id, ...facts } of nodes) graph.addNode(keyOf(id), cleanValues(facts));
  // Keys of graphology's own are random.
  for (const [at, { from, to, role }] of edges.entries())
    graph.addEdgeWithKey(`e${at}`, keyOf(from), keyOf(to), cleanValues({ role }));
  return `${write(graph)}\n`;
}

/** graphology keeps neighbours in plain objects, whose prototype an entry `__proto__` would replace. */
function keyOf(id: string): string {
  const key = cleanText(id);
  return key === '__proto__' ? `${key} ` : key;
}

/** Without empty values. */
function cleanValues(values: Record<string, string | null>): Record<string, string> {
  const clean = Object.entries(values).map(([key, value]) => [key, cleanText(value ?? '')] as const);
  return Object.fromEntries(clean.filter(([, value]) => value !== ''));
}
