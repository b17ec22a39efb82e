/** `graph export` of more nodes than a picture shows. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_PICTURE_NODES } from '../../src/graph/picture-graph.ts';
import { lemmahead, lemmaheadJson } from './spawn.ts';

const NODES = MAX_PICTURE_NODES + 5;
const folder = mkdtempSync(join(tmpdir(), 'lemmahead-export-large-'));
const env = { LEMMAHEAD_HOME: join(folder, 'home') };

beforeAll(() => {
  writeFileSync(
    join(folder, 'made.tex'),
    '\\newtheorem{theorem}{Theorem}\n\\begin{theorem}\\label{t} One.\\end{theorem}\n',
  );
  lemmahead(['library', 'add', 'made.tex'], { env, cwd: folder });
  // Copies in the file are much faster than a document of this size.
  const database = new Sqlite(join(folder, 'home', 'library.sqlite'));
  database
    .prepare(
      `WITH RECURSIVE copies(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM copies WHERE i < ?)
       INSERT INTO entries (source_id, document_id, position, key, kind, called, title, headings, body, file, content_hash)
       SELECT source_id, document_id, position + i, key || i, kind, called, title, headings, body || i, file, content_hash
       FROM entries, copies`,
    )
    .run(NODES - 1);
  database.close();
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ['automathkg', (text: string) => (JSON.parse(text) as object[]).length],
  ['graphml', (text: string) => text.split('<node ').length - 1],
  ['json-ld', (text: string) => (JSON.parse(text) as { '@graph': object[] })['@graph'].length - 1],
  ['cypher', (text: string) => text.split("{id: '").length - 1],
])(
  'writes all nodes as %s',
  (format, countNodes) => {
    const { json, status } = lemmaheadJson(
      ['graph', 'export', '--entities', '--format', format, '--out', `made.${format}`],
      { env, cwd: folder },
    );
    expect([status, json.nodes, json.left_out, json.notices]).toEqual([0, NODES, 0, []]);
    expect(countNodes(readFileSync(join(folder, `made.${format}`), 'utf8'))).toBe(NODES);
  },
  60_000,
);

test('leaves out nodes only if asked to, and more of them than a picture has may stay', () => {
  const most = MAX_PICTURE_NODES + 2;
  const { json } = lemmaheadJson(
    ['graph', 'export', '--entities', '--format', 'csv', '--out', 'made.csv', '--most', String(most)],
    { env, cwd: folder },
  );
  expect([json.nodes, json.left_out]).toEqual([most, NODES - most]);
}, 60_000);
