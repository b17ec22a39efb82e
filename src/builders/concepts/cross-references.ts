/** Reads which declarations name an entry of Wikidata, of the Stacks project or of Kerodon: `@[stacks 09HR "first part"]`. */
import { REFERENCE_SOURCES, type CrossReference } from '../../concepts/definition.ts';
import { getOrAdd } from '../../base/memoize.ts';
import { valueOr } from '../../base/read-or-null.ts';
import { readSourceText } from '../../index/source-text.ts';
import type { AttributeUse } from '../../lean/declaration.ts';
import { readLeanFile } from '../../lean/read-file.ts';

export interface CrossReferences {
  references: CrossReference[];
  /** Declarations whose sources are missing or have changed since the index was built. */
  unread: number;
}

/** A row of the index. `attributes`: their names, with a space around each. */
interface Row {
  name: string;
  line: number;
  attributes: string;
  isPrivate: number;
}

/** Where the file is. `hash`: of its text when the index was built. */
interface Source {
  path: string;
  module: string;
  hash: string;
}

const REFERENCE = new RegExp(`(?<![\\w.])(${REFERENCE_SOURCES.join('|')}) ([A-Z0-9]+)(?!\\w)(?:\\s*"([^"]*)")?`, 'g');

/** The index knows only the names of attributes, so their arguments are read from the source. `rows`: of one file. */
export function fileReferences(rows: readonly Row[], source: Source): CrossReferences {
  const found: CrossReferences = { references: [], unread: 0 };
  let byLine: ReadonlyMap<number, Entry[]> | null = null;
  for (const { name, line, attributes, isPrivate } of rows) {
    if (isPrivate === 1 || !REFERENCE_SOURCES.some((each) => attributes.includes(` ${each} `))) continue;
    byLine ??= entriesByLine(source);
    const entries = byLine.get(line) ?? [];
    if (entries.length === 0) found.unread++;
    found.references.push(...entries.map((entry) => ({ name, ...entry })));
  }
  return found;
}

type Entry = Omit<CrossReference, 'name'>;

/** By the line of each declaration. Empty if the file is missing or not as the index has it. */
function entriesByLine({ path, module, hash }: Source): ReadonlyMap<number, Entry[]> {
  const source = valueOr(null, () => readSourceText(path));
  if (source?.hash !== hash) return new Map();
  const { declarations } = readLeanFile(source.text, module);
  const entries = new Map<number, Entry[]>();
  // The constructor and parents of a structure may be on the same line.
  for (const { line, attributes } of declarations) {
    getOrAdd(entries, line, () => []).push(...attributes.flatMap(entriesOf));
  }
  return entries;
}

/** An attribute may be inside another: `to_additive (attr := wikidata Q83478)`. */
function entriesOf({ name, args }: AttributeUse): Entry[] {
  return Array.from(`${name} ${args}`.matchAll(REFERENCE), ([, source, tag, note]) => ({
    source: source as Entry['source'],
    tag: tag!,
    note: note ?? '',
  }));
}
