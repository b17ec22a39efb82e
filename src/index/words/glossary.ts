/**
 * Descriptions of Mathlib declarations in plain mathematical English, if their docstrings lack them: definitions
 * without their names, and other names in use. Written for this project (`glossary/README.md`), one JSON object per line.
 */
import { sha256 } from '../../base/hash.ts';
import { glossaryFile, glossaryRows } from './glossary-file.ts';

const FILE = 'mathlib.jsonl';

let glossary: ReadonlyMap<string, string> | null = null;

/** The glossary's text on a declaration, by full name, one passage per line; undefined if not found. */
export function glossaryText(name: string): string | undefined {
  glossary ??= new Map(glossaryRows(FILE, (row) => [row.text('name'), row.texts('text').join('\n')]));
  return glossary.get(name);
}

/** Identifies the glossary: an index built with another one has other words. */
export function glossaryHash(): string {
  return sha256(glossaryFile(FILE)).slice(0, 16);
}
