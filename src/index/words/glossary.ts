/**
 * Descriptions of Mathlib declarations in plain mathematical English, if their docstrings lack them: definitions
 * without their names, and other names in use. Written for this project (`glossary/README.md`), one JSON object per line.
 */
import { existsSync, readFileSync } from 'node:fs';
import { sha256 } from '../../base/hash.ts';

const FILE = new URL('../../../glossary/mathlib.jsonl', import.meta.url);

let text: string | null = null;
let glossary: ReadonlyMap<string, string> | null = null;

/** The glossary's text on a declaration, by full name, one passage per line; undefined if not found. */
export function glossaryText(name: string): string | undefined {
  glossary ??= read();
  return glossary.get(name);
}

function read(): Map<string, string> {
  const entries = new Map<string, string>();
  for (const line of fileText().split('\n')) {
    if (line === '') continue;
    const entry = JSON.parse(line) as { name: string; text: string[] };
    entries.set(entry.name, entry.text.join('\n'));
  }
  return entries;
}

/** Identifies the glossary: an index built with another one has other words. */
export function glossaryHash(): string {
  return sha256(fileText()).slice(0, 16);
}

/** Returns '' without the file: rows then have only the words of their sources. */
function fileText(): string {
  text ??= existsSync(FILE) ? readFileSync(FILE, 'utf8') : '';
  return text;
}
