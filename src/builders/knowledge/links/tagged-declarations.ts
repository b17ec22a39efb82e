/**
 * Declarations whose attribute names a tag of the Stacks project or an item of Wikidata: `@[stacks 09H1 "first part"]`,
 * `@[wikidata Q11518]`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { valueOr } from '../../../base/read-or-null.ts';
import type { LibraryIndex } from '../../../index/library-index.ts';

/** The names of the attributes, with the form of their tags. */
const TAGS = { stacks: '[0-9A-Z]{4}', wikidata: 'Q[0-9]+' };

type TagSource = keyof typeof TAGS;

export interface TaggedDeclaration {
  row: number;
  tag: string;
}

interface AttributeRow {
  id: number;
  root: string;
  path: string;
  start: number;
  end: number;
}

const ROWS = `SELECT d.id, p.root, f.path, d.line_start AS start, d.line_end AS end FROM decls d
JOIN files f ON f.id = d.file_id JOIN packages p ON p.id = f.package_id
WHERE d.attributes LIKE ? ORDER BY p.root, f.path, d.line_start, d.id`;

/**
 * Reads the tags from the sources, because the index has only the names of attributes. One inside a declaration
 * or up to its first line is its own. Of a file that is gone there are none.
 */
export function taggedDeclarations(index: LibraryIndex, source: TagSource): TaggedDeclaration[] {
  const attribute = new RegExp(`\\b${source}\\s+(${TAGS[source]})\\b`, 'gu');
  const files = Map.groupBy(index.all<AttributeRow>(ROWS, `% ${source} %`), ({ root, path }) => join(root, path));
  return [...files].flatMap(([path, rows]) => {
    const text = valueOr('', () => readFileSync(path, 'utf8'));
    const found: TaggedDeclaration[] = [];
    for (const match of text.matchAll(attribute)) {
      const before = text.lastIndexOf('@[', match.index);
      if (before < 0 || text.slice(before, match.index).includes(']\n')) continue;
      const line = text.slice(0, match.index).split('\n').length;
      const owner = rows.find(({ start, end }) => (line >= start && line <= end) || line < start);
      if (owner !== undefined) found.push({ row: owner.id, tag: match[1]! });
    }
    return found;
  });
}

/** Labels by tag, of the file `tags/tags` in the folder of a document; empty if there is none. */
export function labelsOfTags(documents: readonly string[]): Map<string, string> {
  const path = [...new Set(documents.map((document) => join(dirname(document), 'tags', 'tags')))].find((each) =>
    existsSync(each),
  );
  if (path === undefined) return new Map();
  const lines = readFileSync(path, 'utf8').split('\n');
  return new Map(
    lines.flatMap((line) => {
      const [tag, label] = line.trim().split(',');
      return label === undefined || line.startsWith('#') ? [] : [[tag!, label] as const];
    }),
  );
}

const WIKIDATA_LABEL = /^(?:wikidata:)?(Q[1-9][0-9]*)$/u;

/** The item of Wikidata that a label names: `wikidata:Q11518` or `Q11518`; null for other labels. */
export const wikidataItem = (label: string): string | null => WIKIDATA_LABEL.exec(label)?.[1] ?? null;
