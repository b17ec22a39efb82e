/** Terms that Mathlib writes otherwise than by a definition of that name, from `glossary/spellings.jsonl`. */
import { glossaryRows } from '../../index/words/glossary-file.ts';
import { TermTable } from './term-table.ts';

/** How a term is written: `names` are the declarations that it takes, which an older library may lack. */
export interface Spelling {
  terms: string[];
  write: string;
  names: string[];
  /** A remark; may be ''. */
  note: string;
}

let table: TermTable<Spelling> | null = null;

/** The spellings, by their terms. */
export function spellings(): TermTable<Spelling> {
  table ??= new TermTable(
    glossaryRows('spellings.jsonl', (row) => ({
      terms: row.texts('terms'),
      write: row.text('write'),
      names: row.texts('names'),
      note: row.optionalText('note'),
    })),
    ({ terms }) => terms,
  );
  return table;
}
