/** Cypher statements that add the graph to a Neo4j database. Running them twice adds nothing. */
import type { PictureGraph } from '../picture-graph.ts';
import { cleanText } from './clean-text.ts';

/** Rows of a statement: a database reads a statement as a whole. */
const BATCH = 500;

export function writeCypher({ nodes, edges }: PictureGraph): string {
  const nodeRows = nodes.map((node) => mapOf({ ...node }));
  const edgeRows = edges.map(({ from, to, role }) => mapOf({ from, to, role: role ?? '' }));
  return [
    'CREATE CONSTRAINT entity_id IF NOT EXISTS FOR (entity:Entity) REQUIRE entity.id IS UNIQUE;',
    ...statements(nodeRows, 'MERGE (entity:Entity {id: row.id}) SET entity += row;'),
    ...statements(
      edgeRows,
      'MATCH (from:Entity {id: row.from}), (to:Entity {id: row.to}) MERGE (from)-[:USES {role: row.role}]->(to);',
    ),
    '',
  ].join('\n');
}

function statements(rows: readonly string[], work: string): string[] {
  const batches = Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, at) =>
    rows.slice(at * BATCH, (at + 1) * BATCH),
  );
  return batches.map((batch) => `UNWIND [\n  ${batch.join(',\n  ')}\n] AS row\n${work}`);
}

function mapOf(values: Record<string, string | null>): string {
  const present = Object.entries(values).filter(([, value]) => value !== null);
  return `{${present.map(([key, value]) => `${key}: ${literal(value!)}`).join(', ')}}`;
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', "'": "\\'", '\n': '\\n', '\t': '\\t' };

/**
 * Neo4j replaces `\uXXXX` before it parses, perhaps also after another backslash. So no backslash is written before a
 * `u`, as in `\underline`: the text is joined from two parts there.
 */
function literal(text: string): string {
  const parts = cleanText(text).split(/(?<=\\)(?=u)/);
  return parts.map((part) => `'${part.replace(/[\\'\n\t]/g, (char) => ESCAPES[char]!)}'`).join(' + ');
}
