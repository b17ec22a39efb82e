/** Cypher statements that add the graph to a Neo4j database. Running them twice adds nothing. */
import type { PictureGraph } from '../picture-graph.ts';
import { cleanText } from './clean-text.ts';

/** Rows of a statement: a database reads a statement as a whole. */
const BATCH = 500;

export function* writeCypher({ nodes, edges }: PictureGraph): Generator<string> {
  yield 'CREATE CONSTRAINT entity_id IF NOT EXISTS FOR (entity:Entity) REQUIRE entity.id IS UNIQUE;\n';
  yield* statements(nodes, (node) => mapOf({ ...node }), 'MERGE (entity:Entity {id: row.id}) SET entity += row;');
  yield* statements(
    edges,
    ({ from, to, role }) => mapOf({ from, to, role: role ?? '' }),
    'MATCH (from:Entity {id: row.from}), (to:Entity {id: row.to}) MERGE (from)-[:USES {role: row.role}]->(to);',
  );
}

function* statements<Row>(rows: readonly Row[], write: (row: Row) => string, work: string): Generator<string> {
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH).map(write);
    yield `UNWIND [\n  ${batch.join(',\n  ')}\n] AS row\n${work}\n`;
  }
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
