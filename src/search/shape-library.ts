/** Per-index state of the searches by shape: notation, readers, rows, name resolution. */
import { memoize } from '../base/memoize.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import { StatementRows, type StatementRow } from '../index/statement-rows.ts';
import { aliasDirection } from '../lean/alias.ts';
import type { Notation } from '../lean/declaration.ts';
import { makeNotationTable, type NotationTable } from '../lean/term/notation-table.ts';
import { StatementReader, type Statement } from '../lean/term/statement.ts';
import type { Term } from '../lean/term/term.ts';
import { FieldMeanings } from './field-meaning.ts';
import { NameMeanings } from './name-meaning.ts';

export interface ShapeLibrary {
  index: LibraryIndex;
  table: NotationTable;
  reader: StatementReader;
  meanings: NameMeanings;
  fields: FieldMeanings;
  rows: StatementRows;
  /** Heads are full names where they are known. */
  notations: readonly Notation[];
  /** Undotted constants in the expansions of notations. */
  notationHeads: ReadonlySet<string>;
}

/** Created once per index: the notation table takes some milliseconds. */
export const shapeLibrary = memoize((index: LibraryIndex): ShapeLibrary => {
  const notations = index.notations();
  const notationHeads = new Set(notations.flatMap(({ head }) => (head === null ? [] : [head])));
  const meanings = new NameMeanings(index, notationHeads);
  // `image` in the expansion of a notation of namespace `Set` is `Set.image`, independent of where it is used.
  const resolved = notations.map((one) =>
    one.head === null
      ? one
      : { ...one, head: meanings.resolve(one.head, { namespace: one.namespace, opens: [] }) ?? one.head },
  );
  const table = makeNotationTable(resolved);
  const reader = new StatementReader(table);
  const rows = new StatementRows(index);
  const fields = new FieldMeanings({ index, meanings, reader, rows });
  return { index, table, reader, meanings, fields, rows, notations: resolved, notationHeads };
});

/** The statement of a row; for an alias, the statement of its target. */
export function readRow(library: Pick<ShapeLibrary, 'reader' | 'rows'>, row: StatementRow): Statement {
  if (row.origin !== 'alias' || row.generatedFrom === null) return library.reader.read(row);
  const target = library.rows.byName(row.generatedFrom);
  return target === null || target.id === row.id
    ? library.reader.read(row)
    : directed(library.reader.read(target), row.type);
}

/** In `alias ⟨f, g⟩ := h`, `f` and `g` are one direction each of `h`'s equivalence. */
function directed(statement: Statement, text: string): Statement {
  const direction = aliasDirection(text);
  const iff = statement.conclusion;
  if (direction === null || iff === null || iff.head !== 'Iff' || iff.args.length !== 2) return statement;
  const [left, right] = iff.args as [Term, Term];
  const [premise, conclusion] = direction === 'mp' ? [left, right] : [right, left];
  return {
    variables: statement.variables,
    own: statement.own,
    binders: statement.binders,
    premises: [...statement.premises, premise],
    premiseBinders: [...statement.premiseBinders, null],
    conclusion,
    type: conclusion,
  };
}
