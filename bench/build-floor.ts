/**
 * What parts of a cold build take by themselves, one after the other in one thread: CPU seconds, so that other
 * programs on the machine disturb little. Half their sum is the least that two cores can take.
 *
 *   node bench/build-floor.ts --root PATH --index INDEX     INDEX: of the same root, for the rows to insert
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import { analyseRows, SIDES, type RowsToAnalyse } from '../src/index/analysing.ts';
import { Reading } from '../src/index/reading.ts';
import { SCHEMA, SCHEMA_INDEXES } from '../src/index/schema.ts';
import { listSources } from '../src/index/source-files.ts';
import { readSourceText } from '../src/index/source-text.ts';
import type { Notation } from '../src/lean/declaration.ts';
import { tokenise } from '../src/lean/lexer.ts';
import { readLeanFile } from '../src/lean/read-file.ts';

const { values } = parseArgs({ options: { root: { type: 'string' }, index: { type: 'string' } } });
if (values.root === undefined || values.index === undefined) throw new Error('give --root PATH and --index INDEX');
const { root, index } = { root: values.root, index: values.index };

const BATCH = 100;
const { files } = listSources({ name: 'Floor', root, rev: 'unknown', kind: 'root' });
const places = files.map(({ path, module }, i) => ({
  fileId: i + 1,
  absolute: join(root, path),
  path,
  module,
  package: 'Floor',
}));
process.stdout.write('| part | CPU |\n|---|---|\n');

function measure<T>(what: string, work: () => T): T {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(`| ${what} | ${((user + system) / 1e6).toFixed(2)} s |\n`);
  return result;
}

measure('read the files and decode them', () => places.forEach(({ absolute }) => readSourceText(absolute)));
const texts = places.map(({ absolute }) => readSourceText(absolute).text);
measure('lex them once', () => texts.forEach((text) => void tokenise(text, [])));
measure('read declarations, notations, outlines', () =>
  texts.forEach((text, i) => void readLeanFile(text, places[i]!.module)),
);
texts.length = 0;
const notations: Notation[] = [];
const batches = measure('the same from disk, with digests, identifiers and rows packed', () => {
  const reading = new Reading();
  const packed: RowsToAnalyse[] = [];
  let firstId = 1;
  for (let start = 0; start < places.length; start += BATCH) {
    const read = reading.read(places.slice(start, start + BATCH));
    packed.push({ firstId, length: read.names.length, rows: read.rows });
    firstId += read.names.length;
    for (const file of read.files) notations.push(...file.notations);
  }
  return packed;
});
for (const side of SIDES) {
  measure(`analyse the written rows: ${side}`, () =>
    analyseRows({ sides: [side], notations, batches: [...batches], mentions: new Map(), weights: null }),
  );
}

const folder = mkdtempSync(join(tmpdir(), 'lemmahead-floor-'));
try {
  const database = new Database(join(folder, 'floor.sqlite'));
  database.exec(
    `PRAGMA page_size = 8192; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; ${SCHEMA}`,
  );
  database.exec(`ATTACH '${index.replaceAll("'", "''")}' AS source; BEGIN`);
  const copy = (table: string): void => void database.exec(`INSERT INTO main.${table} SELECT * FROM source.${table}`);
  measure('SQLite: copy the rows of declarations from a finished index', () => ['scopes', 'decls'].forEach(copy));
  measure('SQLite: text index over them', () =>
    database.exec(
      'INSERT INTO decls_fts (rowid, name, signature, doc) SELECT id, name, signature, doc FROM main.decls',
    ),
  );
  measure('SQLite: copy all other tables', () =>
    ['files', 'expansions', 'row_columns', 'mentions', 'notations', 'postings', 'problems'].forEach(copy),
  );
  measure('SQLite: indexes', () => database.exec(SCHEMA_INDEXES));
  database.exec('COMMIT');
  database.close();
} finally {
  rmSync(folder, { recursive: true });
}
