/** Different phrases for the same notion, from `glossary/synonyms.jsonl`. */
import { glossaryRows } from '../../index/words/glossary-file.ts';
import { normalForm } from './normal-form.ts';
import { TermTable } from './term-table.ts';

let table: TermTable<string[]> | null = null;

/** Groups of phrases for one notion, by each phrase of the group. */
export function synonymGroups(): TermTable<string[]> {
  table ??= new TermTable(
    glossaryRows('synonyms.jsonl', (row) => row.texts('terms')),
    (terms) => terms,
  );
  return table;
}

/** Other phrases for the notion of a phrase with this normal form; empty if none is known. */
export function synonymsOf(key: string): string[] {
  const phrases = new Map(
    synonymGroups()
      .withKey(key)
      .flat()
      .map((phrase) => [normalForm(phrase), phrase]),
  );
  phrases.delete(key);
  return [...phrases.values()];
}
