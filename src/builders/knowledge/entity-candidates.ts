/** The entries of documents that may be entities, with what they refer to: what the builders of the graph read. */
import { type StoredDerivation, unitKey } from '../../library/derive.ts';
import { entryOf, factsOf, SELECT_ENTRY, type EntryRow } from '../../library/entry-rows.ts';
import type { Entry } from '../../library/entry.ts';
import type { Library } from '../../library/library.ts';
import { remove } from '../../library/removal.ts';
import { proofsOf } from '../../library/split-proofs.ts';
import type { PieceFacts } from '../../sources/document.ts';
import type { EntityInput } from './rules/entity-attributes.ts';
import { locateReferences, type ReferenceTarget } from './rules/locate-references.ts';

interface CandidateTarget extends ReferenceTarget {
  /** Id of the entry; null if no entry has the label. */
  id: number | null;
}

export interface Candidate {
  entry: Entry;
  /** In its document, from 0. */
  position: number;
  facts: PieceFacts | null;
  targets: CandidateTarget[];
}

/** Text between statements is no entity, unless it has a title of its own, as an article has. */
export function entityCandidates(database: Library['database']): Candidate[] {
  const rows = database
    .prepare(`${SELECT_ENTRY} WHERE e.document_id IS NOT NULL AND (e.kind <> 'passage' OR e.title <> '') ORDER BY e.id`)
    .all() as EntryRow[];
  const targets = Map.groupBy(
    database
      .prepare(
        `SELECT r.entry_id AS "from", r.to_id AS id, r.label, coalesce(t.title, '') AS title, coalesce(t.called, '') AS calledAs
         FROM refs r LEFT JOIN entries t ON t.id = r.to_id WHERE r.kind = 'refers' ORDER BY r.entry_id, r.label`,
      )
      .all() as (CandidateTarget & { from: number })[],
    ({ from }) => from,
  );
  return rows.map((row) => ({
    entry: entryOf(row),
    facts: factsOf(row),
    position: row.position,
    targets: (targets.get(row.id) ?? []).map(({ from: _, ...target }) => target),
  }));
}

/** What rules and questions to a model read of a candidate. */
export function entityInput({ entry, facts, targets }: Candidate): EntityInput {
  const { kind, called, title, headings, body, proof } = entry;
  const proofs = proofsOf(proof, facts);
  const references = locateReferences([body, ...proofs], targets, facts);
  return { kind, called, title, headings, statement: body, proofs, references, facts };
}

/** Removes a builder's derivations of entries that are gone. */
export function removeOrphans(
  database: Library['database'],
  derivations: readonly StoredDerivation[],
  all: readonly Candidate[],
): void {
  const keys = new Set(all.map(({ entry }) => unitKey(entry.source, entry.key)));
  const orphans = derivations.filter(({ source, unit }) => !keys.has(unitKey(source, unit)));
  if (orphans.length === 0) return;
  remove(database, { sources: [], documents: [], entries: [], derivations: orphans.map(({ id }) => id) });
}
