/** Whether an update must expand attributes again, and what it does instead where only lines have shifted. */
import { inflateRawSync } from 'node:zlib';
import type Database from 'better-sqlite3';
import type { FileOutline } from '../lean/declaration.ts';
import { wasAsked } from './asked-names.ts';
import { generatedDigest } from './digest.ts';
import { RowBatchBuilder, rowText, type RowBatch } from './row-batch.ts';
import { EXPANDED, type StoredRows } from './stored-rows.ts';

export interface ReadAgain {
  /** The changed files as they are now, by id. */
  files: Map<number, { outline: FileOutline; title: string | null }>;
  /** Their new written rows. */
  rows: RowBatch;
}

/**
 * Whether what attributes generate stays as it is but for lines: the outlines of the changed files differ in lines
 * only, and so do all their rows that the last expansion asked for. To be asked before the old rows are removed.
 */
export function keepsGenerated(database: Database.Database, stored: StoredRows, { files, rows }: ReadAgain): boolean {
  const asked = database.prepare('SELECT data FROM asked').pluck().get() as Uint8Array | undefined;
  if (asked === undefined) return false;
  const before = new Map<string, string[]>();
  for (const [fileId, { outline, title }] of files) {
    type Old = { outline: Uint8Array; title: string | null };
    const old = database.prepare('SELECT outline, title FROM files WHERE id = ?').get(fileId) as Old | undefined;
    if (old === undefined || old.title !== title) return false;
    if (withoutLines(inflateRawSync(old.outline).toString('utf8')) !== withoutLines(JSON.stringify(outline)))
      return false;
    if (database.prepare(STANDS_ALONE).get(fileId, fileId) !== undefined) return false;
    const ids = database.prepare(`SELECT id FROM decls WHERE file_id = ? AND origin NOT IN (${EXPANDED}) ORDER BY id`);
    for (const id of ids.pluck().all(fileId) as number[]) {
      const { file, declaration } = stored.byId(id)!;
      const builder = new RowBatchBuilder();
      builder.startFile(file);
      builder.add({ ...declaration, line: 0, endLine: 0 });
      push(before, declaration.name, rowText(builder.batch, 0));
    }
  }
  const after = new Map<string, string[]>();
  const lineless = { ...rows, line: rows.line.map(() => 0), endLine: rows.endLine.map(() => 0) };
  rows.name.forEach((name, at) => push(after, name, rowText(lineless, at)));
  const isAsked = wasAsked(asked);
  const strayChild = database.prepare(STRAY_CHILD);
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    if (!isAsked(name)) continue;
    const [old, now] = [before.get(name) ?? [], after.get(name) ?? []];
    if (old.toSorted().join('\x1e') !== now.toSorted().join('\x1e')) return false;
    if (strayChild.get({ name }) !== undefined) return false;
  }
  return true;
}

/** Gives generated rows the lines of what they come from; returns the new digests of the files in which they stand. */
export function shiftGenerated(database: Database.Database, stored: StoredRows, rows: RowBatch): Map<number, string> {
  const children = database.prepare(`
    SELECT id, name, file_id AS fileId, line_start AS line, line_end AS endLine FROM decls
    WHERE generated_from = ? AND origin IN (${EXPANDED})`);
  const move = database.prepare('UPDATE decls SET line_start = ?, line_end = ? WHERE id = ?');
  const isRepeated = database.prepare('SELECT 1 FROM decls WHERE name = ? LIMIT 1 OFFSET 1').pluck();
  const touched = new Set<number>();
  const queue = rows.name.map((name, at) => ({
    name,
    fileId: rows.files[rows.file[at]!]!.fileId,
    line: rows.line[at]!,
    endLine: rows.endLine[at]!,
  }));
  for (let source = queue.pop(); source !== undefined; source = queue.pop()) {
    const { name, fileId, line, endLine } = source;
    // Of several rows of one name, each file takes its own.
    const isOwn = isRepeated.get(name) !== undefined;
    type Child = { id: number; name: string; fileId: number; line: number; endLine: number };
    for (const child of children.all(name) as Child[]) {
      if ((isOwn && child.fileId !== fileId) || (child.line === line && child.endLine === endLine)) continue;
      move.run(line, endLine, child.id);
      touched.add(child.fileId);
      queue.push({ name: child.name, fileId: child.fileId, line, endLine });
    }
  }
  return new Map([...touched].map((fileId) => [fileId, storedDigest(database, stored, fileId)]));
}

function storedDigest(database: Database.Database, stored: StoredRows, fileId: number): string {
  const builder = new RowBatchBuilder();
  const ids = database
    .prepare(`SELECT id FROM decls WHERE file_id = ? AND origin IN (${EXPANDED})`)
    .pluck()
    .all(fileId) as number[];
  for (const id of ids) {
    const { file, declaration } = stored.byId(id)!;
    if (builder.batch.length === 0) builder.startFile(file);
    builder.add(declaration);
  }
  return generatedDigest(builder.batch, 0, builder.batch.length, []);
}

const withoutLines = (outline: string): string => outline.replace(/"line":\d+/g, '"line":0');

function push(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

/** A problem of an attribute, or a generated row whose source is not in the index: their lines are those of the attribute. */
const STANDS_ALONE = `
SELECT 1 FROM problems WHERE file_id = ? AND is_generated
UNION ALL SELECT 1 FROM decls d WHERE d.file_id = ? AND d.origin IN (${EXPANDED})
  AND NOT EXISTS (SELECT 1 FROM decls s WHERE s.name = d.generated_from)`;

/** Something generated from one of several rows of a name, in a file that has none of its own: from which is not known. */
const STRAY_CHILD = `
SELECT 1 FROM decls c WHERE c.generated_from = @name AND c.origin IN (${EXPANDED})
  AND (SELECT count(*) FROM decls s WHERE s.name = @name AND s.origin NOT IN (${EXPANDED})) > 1
  AND NOT EXISTS (SELECT 1 FROM decls s WHERE s.name = @name AND s.origin NOT IN (${EXPANDED}) AND s.file_id = c.file_id)`;
