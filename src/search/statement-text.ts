/** Statement text of rows, for comparison with formulas. */
import type { LibraryIndex } from '../index/library-index.ts';
import { splitType } from '../index/words/passages.ts';

export interface StatementText {
  id: number;
  name: string;
  signature: string;
  type_at: number;
  body: string;
}

const DEFINITION_KINDS = new Set(['def', 'abbrev', 'structure', 'class']);
const MAX_TYPE_LENGTH = 500;
const MAX_DEFINED_TYPE_LENGTH = 200;

/** Rows by id. Without `withStatements`, only names, with empty texts: reading texts is the most expensive part. */
export function statementTexts(
  index: LibraryIndex,
  ids: readonly number[],
  withStatements = true,
): Map<number, StatementText> {
  const columns = withStatements
    ? 'd.id, d.name, d.signature, d.type_at, d.body'
    : "d.id, d.name, '' AS signature, 0 AS type_at, '' AS body";
  const rows = index.all<StatementText>(
    `SELECT ${columns} FROM json_each(?) wanted JOIN decls d ON d.id = wanted.value`,
    JSON.stringify(ids),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The conclusion of a declaration; for a definition, also the start of its body. */
export function statementOf({ signature, type_at: typeAt, body }: StatementText, kind: string | undefined): string {
  const { conclusion } = splitType(signature.slice(typeAt));
  return DEFINITION_KINDS.has(kind ?? '')
    ? `${conclusion.slice(0, MAX_DEFINED_TYPE_LENGTH)} ; ${body}`
    : conclusion.slice(0, MAX_TYPE_LENGTH);
}
