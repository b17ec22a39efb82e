/** The text of rows that formulas are compared with. */
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
const MOST_OF_TYPE = 500;
const MOST_OF_DEFINED_TYPE = 200;

/** By id. Without `withStatements` names alone, and empty texts: these cost more than all else. */
export function statementTexts(
  index: LibraryIndex,
  ids: readonly number[],
  withStatements = true,
): Map<number, StatementText> {
  const columns = withStatements
    ? 'd.id, d.name, d.signature, d.type_at, d.body'
    : "d.id, d.name, '' AS signature, 0 AS type_at, '' AS body";
  const rows = index.all<StatementText>(
    `SELECT ${columns} FROM json_each(?) asked JOIN decls d ON d.id = asked.value`,
    JSON.stringify(ids),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** What a declaration states: its conclusion; of a definition also the start of what it is defined as. */
export function statementOf({ signature, type_at: typeAt, body }: StatementText, kind: string | undefined): string {
  const { conclusion } = splitType(signature.slice(typeAt));
  return DEFINITION_KINDS.has(kind ?? '')
    ? `${conclusion.slice(0, MOST_OF_DEFINED_TYPE)} ; ${body}`
    : conclusion.slice(0, MOST_OF_TYPE);
}
