/**
 * Measures the parts of a cold build separately, one after another in one thread. Reports CPU seconds, which other
 * programs on the machine affect little. Half the sum is the minimum time on two cores.
 *
 *   node bench/build-floor.ts --root PATH --index INDEX     INDEX: of the same root; its tables are copied
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { analyseRows, SIDES, type RowsToAnalyse } from '../src/index/analyse-rows.ts';
import { BatchReader } from '../src/index/batch-reader.ts';
import { SCHEMA, SCHEMA_INDEXES } from '../src/index/schema.ts';
import { listSources } from '../src/index/source-files.ts';
import { readSourceText } from '../src/index/source-text.ts';
import { LibraryRows } from '../src/index/library-rows.ts';
import { shareUses } from '../src/index/naming.ts';
import { unpackRows } from '../src/index/row-batch.ts';
import { joinCounts, useLists } from '../src/index/use-lists.ts';
import { IndexWriter } from '../src/index/writer.ts';
import type { FileOutline, Notation } from '../src/lean/declaration.ts';
import { expandLibrary } from '../src/lean/generate/expand.ts';
import { tokenise } from '../src/lean/lexer.ts';
import { readLeanFile } from '../src/lean/read-file.ts';
import { CURRENT_BINDER_RULES } from '../src/lean/binder-rules.ts';
import { print, readFlags, table } from './harness.ts';

const { root, index } = readFlags({ root: { type: 'string' }, index: { type: 'string' } }, ['root', 'index']);

const BATCH = 100;
const { files } = listSources({ name: 'Floor', root, rev: 'unknown', kind: 'root' });
const places = files.map(({ path, module }, i) => ({
  fileId: i + 1,
  absolute: join(root, path),
  path,
  module,
  package: 'Floor',
  rules: CURRENT_BINDER_RULES,
}));
print(table(['part', 'CPU'], []).join('\n'));

/** Returns CPU seconds. */
function measure(label: string, work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  const seconds = (user + system) / 1e6;
  print(`| ${label} | ${seconds.toFixed(2)} s |`);
  return seconds;
}

/** Like `measure`, for a part that a build does once. Adds to the total. */
let total = 0;
const part = (label: string, work: () => void): void => void (total += measure(label, work));

measure('read the files and decode them', () => places.forEach(({ absolute }) => readSourceText(absolute)));
const texts = places.map(({ absolute }) => readSourceText(absolute).text);
measure('lex them once', () => texts.forEach((text) => void tokenise(text, [])));
measure('read declarations, notations, outlines', () =>
  texts.forEach((text, i) => void readLeanFile(text, places[i]!.module)),
);
texts.length = 0;
const notations: Notation[] = [];
const batches: RowsToAnalyse[] = [];
const rows = new LibraryRows();
const outlines = new Map<FileOutline, string>();
const reading = new BatchReader();
part('the same from disk, with digests, identifiers and rows packed', () => {
  for (let start = 0; start < places.length; start += BATCH) {
    const read = reading.read(places.slice(start, start + BATCH));
    batches.push(rows.add(read.rows, read));
    for (const file of read.files) {
      notations.push(...file.notations);
      outlines.set(file.shared, file.outline);
    }
  }
});
part('expand attributes', () => {
  // As in the build: of two files of a module the first counts.
  const fileOfModule = new Map(places.toReversed().map(({ module, fileId }) => [module, fileId]));
  const fullOutline = (outline: FileOutline): FileOutline => JSON.parse(outlines.get(outline)!) as FileOutline;
  expandLibrary([...outlines.keys()], rows.lookUp(fileOfModule), notations, fullOutline);
  rows.pack();
});
part('uses, and the lists of identifiers', () => {
  const joined = joinCounts([reading.takeIdentifiers()]);
  const namedRows = { names: rows.names, idAt: (at: number) => at + 1, idLimit: rows.nextId };
  useLists(joined, shareUses(namedRows, joined.spellings, joined.totals).declared);
});
for (const side of SIDES) {
  part(`analyse the written rows: ${side}`, () =>
    analyseRows({ sides: [side], notations, batches: [...batches], mentions: new Map(), weights: null }),
  );
}

const folder = mkdtempSync(join(tmpdir(), 'lemmahead-floor-'));
try {
  part('insert the written rows and their text index', () => {
    const writer = IndexWriter.create(join(folder, 'rows.sqlite'));
    for (const batch of batches) writer.addRows(batch.firstId, unpackRows(batch.rows));
    writer.finish();
  });
  const database = new Database(join(folder, 'floor.sqlite'));
  database.exec(
    `PRAGMA page_size = 8192; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; ${SCHEMA}`,
  );
  database.exec(`ATTACH '${index.replaceAll("'", "''")}' AS source; BEGIN`);
  const copy = (name: string): void => void database.exec(`INSERT INTO main.${name} SELECT * FROM source.${name}`);
  ['scopes', 'decls'].forEach(copy);
  part('copy all other tables from a finished index', () =>
    ['files', 'expansions', 'row_columns', 'mentions', 'notations', 'postings', 'problems'].forEach(copy),
  );
  part('make the SQL indexes', () => database.exec(SCHEMA_INDEXES));
  database.exec('COMMIT');
  database.close();
  print(`| all from "the same from disk" on | ${total.toFixed(2)} s |`);
} finally {
  rmSync(folder, { recursive: true });
}
