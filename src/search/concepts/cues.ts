/** Words of applied problems and the definitions that model them, from `glossary/cues.jsonl`. */
import { glossaryRows } from '../../index/words/glossary-file.ts';
import { TermTable } from './term-table.ts';

/** What a cue is about: the objects of a story, or what the problem asks for. */
const ROLES = ['object', 'question'] as const;

export interface Cue {
  cues: string[];
  /** Full names of definitions, the most usual first. */
  names: string[];
  /** How the words are written in Lean. */
  write: string;
  role: (typeof ROLES)[number];
}

let table: TermTable<Cue> | null = null;

/** The cues, by their words. */
export function cues(): TermTable<Cue> {
  table ??= new TermTable(
    glossaryRows('cues.jsonl', (row) => ({
      cues: row.texts('cues'),
      names: row.texts('names'),
      write: row.text('write'),
      role: row.oneOf('role', ROLES),
    })),
    (row) => row.cues,
  );
  return table;
}
