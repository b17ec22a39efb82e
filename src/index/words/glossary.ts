/**
 * What declarations of Mathlib are in plain mathematical English, where their docstrings do not say it: definitions
 * without their names, and other names in use. Written for this project (`glossary/README.md`), one JSON object a line.
 */
import { existsSync, readFileSync } from 'node:fs';
import { sha256 } from '../../base/hash.ts';

const FILE = new URL('../../../glossary/mathlib.jsonl', import.meta.url);

let text: string | null = null;
let glossary: ReadonlyMap<string, string> | null = null;

/** What the glossary says of a declaration, by its full name, one passage a line; undefined if nothing. */
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

/** Which glossary this is: an index made with another has other words. */
export function glossaryHash(): string {
  return sha256(fileText()).slice(0, 16);
}

/** '' without the file: rows then have the words of their sources alone. */
function fileText(): string {
  text ??= existsSync(FILE) ? readFileSync(FILE, 'utf8') : '';
  return text;
}
