/** Reads which declarations name an entry of Wikidata, of the Stacks project or of Kerodon: `@[stacks 09HR "first part"]`. */
import { join } from 'node:path';
import { REFERENCE_SOURCES, type CrossReference } from '../../concepts/definition.ts';
import { getOrAdd } from '../../base/memoize.ts';
import { valueOr } from '../../base/read-or-null.ts';
import type { LibraryIndex } from '../../index/library-index.ts';
import { readSourceText } from '../../index/source-text.ts';
import type { AttributeUse } from '../../lean/declaration.ts';
import { readLeanFile } from '../../lean/read-file.ts';

export interface CrossReferences {
  references: CrossReference[];
  /** Declarations whose sources are missing or have changed since the index was built. */
  unread: number;
}

interface Row {
  name: string;
  root: string;
  path: string;
  line: number;
  module: string;
  hash: string;
}

const REFERENCE = new RegExp(`(?<![\\w.])(${REFERENCE_SOURCES.join('|')}) ([A-Z0-9]+)(?!\\w)(?:\\s*"([^"]*)")?`, 'g');

/** The index knows only the names of attributes, so their arguments are read from the sources. Sorted by name. */
export function crossReferences(index: LibraryIndex): CrossReferences {
  const rows = index.all<Row>(
    `SELECT d.name, p.root, f.path, d.line_start AS line, f.module, f.hash
     FROM decls d JOIN files f ON f.id = d.file_id JOIN packages p ON p.id = f.package_id
     WHERE d.is_private = 0 AND (${REFERENCE_SOURCES.map((source) => `d.attributes LIKE '% ${source} %'`).join(' OR ')})
     ORDER BY d.name, d.id`,
  );
  const byFile = new Map<string, ReadonlyMap<number, Entry[]>>();
  const found: CrossReferences = { references: [], unread: 0 };
  for (const row of rows) {
    const path = join(row.root, row.path);
    const entries = getOrAdd(byFile, path, () => entriesByLine(path, row)).get(row.line) ?? [];
    if (entries.length === 0) found.unread++;
    found.references.push(...entries.map((entry) => ({ name: row.name, ...entry })));
  }
  return found;
}

type Entry = Omit<CrossReference, 'name'>;

/** By the line of each declaration. Empty if the file is missing or not as the index has it. */
function entriesByLine(path: string, { module, hash }: Row): ReadonlyMap<number, Entry[]> {
  const source = valueOr(null, () => readSourceText(path));
  if (source?.hash !== hash) return new Map();
  const { declarations } = readLeanFile(source.text, module);
  const entries = new Map<number, Entry[]>();
  // The constructor and parents of a structure may stand on the same line.
  for (const { line, attributes } of declarations) {
    getOrAdd(entries, line, () => []).push(...attributes.flatMap(entriesOf));
  }
  return entries;
}

/** An attribute may stand inside another: `to_additive (attr := wikidata Q83478)`. */
function entriesOf({ name, args }: AttributeUse): Entry[] {
  return Array.from(`${name} ${args}`.matchAll(REFERENCE), ([, source, tag, note]) => ({
    source: source as Entry['source'],
    tag: tag!,
    note: note ?? '',
  }));
}
