/** The statements of a source of the library, with what they refer to, as the nodes of a blueprint are read. */
import type { Database } from 'better-sqlite3';
import { type BlueprintNode, NO_MARKS } from '../sources/blueprint.ts';
import type { PieceKind, Reference } from '../sources/document.ts';
import { entryOf, factsOf, SELECT_ENTRY, type EntryRow } from './entry-rows.ts';

export interface StatementEntry {
  /** Id of the entry. */
  id: number;
  contentHash: string;
  /** `label` is the key without the document's name. */
  node: BlueprintNode;
}

const SELECT = `${SELECT_ENTRY} LEFT JOIN documents d ON d.id = e.document_id
WHERE s.name = ? AND e.kind IN ('definition', 'theorem') AND e.document_id IS NOT NULL ORDER BY d.name, e.position`;

const REFERENCES = `SELECT r.entry_id AS "from", r.kind, r.label, r.to_id AS "to" FROM refs r
JOIN entries e ON e.id = r.entry_id JOIN sources s ON s.id = e.source_id WHERE s.name = ? ORDER BY r.entry_id, r.label`;

const LABELS = `SELECT l.entry_id AS id, l.label FROM labels l JOIN sources s ON s.id = l.source_id WHERE s.name = ?
ORDER BY l.entry_id, l.label`;

/**
 * Definitions and claims, in the order of their documents. They use what they refer to, in the statement if the label
 * is written there, otherwise in the proof; with leanblueprint's commands, what these say.
 */
export function statementNodes(database: Database, source: string): StatementEntry[] {
  const rows = database.prepare(SELECT).all(source) as EntryRow[];
  const numbers = new Map(rows.map(({ id }, number) => [id, number]));
  const references = Map.groupBy(
    database.prepare(REFERENCES).all(source) as (Reference & { from: number; to: number | null })[],
    ({ from }) => from,
  );
  const labelRows = database.prepare(LABELS).all(source) as { id: number; label: string }[];
  const labels = Map.groupBy(labelRows, ({ id }) => id);
  const byLabel = new Map(labelRows.map(({ id, label }) => [label, numbers.get(id)]));
  return rows.map((row, number) => {
    const { id, contentHash, key, ...entry } = entryOf(row);
    const facts = factsOf(row) ?? undefined;
    const own = references.get(id) ?? [];
    const uses = own.flatMap(({ kind, label, to }) => {
      const other = to === null ? undefined : numbers.get(to);
      return kind === 'refers' && other !== undefined && other !== number ? [{ label, other }] : [];
    });
    const { statement, proof } = facts?.blueprint ?? { statement: NO_MARKS, proof: null };
    const marked = (names: readonly string[]): number[] => names.flatMap((label) => byLabel.get(label) ?? []);
    const given = facts?.attributes?.find(({ part, name }) => part === 0 && name === 'refs')?.value;
    const stated = new Set(Array.isArray(given) ? given : []);
    const isInStatement = (label: string): boolean => stated.has(label) || entry.body.includes(label);
    const inStatement = uses.filter(({ label }) => isInStatement(label)).map(({ other }) => other);
    const inProof = uses.map(({ other }) => other).filter((other) => !inStatement.includes(other));
    const isMarked = facts?.blueprint !== undefined;
    const place = entry.place ?? { file: '', line: null, page: null };
    return {
      id,
      contentHash,
      node: {
        label: key.slice(key.indexOf('#') + 1),
        piece: {
          ...entry,
          key,
          kind: entry.kind as PieceKind,
          place,
          labels: (labels.get(id) ?? []).map(({ label }) => label),
          references: own.map(({ kind, label }) => ({ kind, label })),
          ...(facts === undefined ? {} : { facts }),
        },
        statement,
        proof: entry.proof === null ? null : (proof ?? NO_MARKS),
        statementUses: distinct(isMarked ? marked(statement.uses) : inStatement, number),
        proofUses: distinct(isMarked ? marked(proof?.uses ?? []) : inProof, number),
        unresolved: isMarked ? [...statement.uses, ...(proof?.uses ?? [])].filter((label) => !byLabel.has(label)) : [],
      },
    };
  });
}

function distinct(numbers: readonly number[], own: number): number[] {
  return [...new Set(numbers)].filter((number) => number !== own).sort((a, b) => a - b);
}
