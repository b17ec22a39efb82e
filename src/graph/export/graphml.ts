/** GraphML: a directed graph, all facts as attributes of type string. */
import type { PictureGraph } from '../picture-graph.ts';
import { cleanText } from './clean-text.ts';

const NODE_KEYS = ['label', 'title', 'type', 'state', 'field', 'link', 'details'] as const;

export function* writeGraphml({ nodes, edges }: PictureGraph): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n';
  for (const key of NODE_KEYS) yield `  <key id="${key}" for="node" attr.name="${key}" attr.type="string"/>\n`;
  yield '  <key id="role" for="edge" attr.name="role" attr.type="string"/>\n';
  yield '  <graph edgedefault="directed">\n';
  for (const node of nodes)
    yield `    <node id="${escape(node.id)}">${NODE_KEYS.map((key) => data(key, node[key])).join('')}</node>\n`;
  for (const [at, { from, to, role }] of edges.entries())
    yield `    <edge id="e${at}" source="${escape(from)}" target="${escape(to)}">${data('role', role)}</edge>\n`;
  yield '  </graph>\n</graphml>\n';
}

function data(key: string, value: string | null): string {
  return value === null || value === '' ? '' : `<data key="${key}">${escape(value)}</data>`;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // An attribute would otherwise have a space in their place.
  '\n': '&#10;',
  '\t': '&#9;',
};

function escape(text: string): string {
  return cleanText(text).replace(/[&<>"\n\t]/g, (char) => ENTITIES[char]!);
}
