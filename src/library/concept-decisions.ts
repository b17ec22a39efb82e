/** What the user says about concepts: what a phrase means, and which phrases name one concept. Kept in the library. */
import type { Database } from 'better-sqlite3';
import { sha256 } from '../base/hash.ts';
import { HUMAN, NO_ROWS, type DerivedRows } from './derivation.ts';
import type { Library } from './library.ts';

/** That a phrase means a declaration, or does not. */
export interface MeaningDecision {
  kind: 'means' | 'does not mean';
  /** Normal form of the phrase. */
  key: string;
  phrase: string;
  /** Full name of the declaration. */
  name: string;
  /** Package of the declaration when the decision was made. */
  package: string;
  statementHash: string;
}

/** That two phrases name one concept (`same as`), or that `other` is one more name of the concept `phrase`. */
export interface NameDecision {
  kind: 'same as' | 'also called';
  key: string;
  phrase: string;
  other: { key: string; phrase: string };
}

export type ConceptDecision = MeaningDecision | NameDecision;

const SOURCE = 'concepts';

/** All decisions: those on meanings first, in the order of their phrases. */
export function conceptDecisions(database: Database): ConceptDecision[] {
  const ours = `JOIN derivations d ON d.id = l.derivation_id JOIN sources s ON s.id = d.source_id
    WHERE s.name = ? AND d.maker = ?`;
  const meanings = database
    .prepare(
      `SELECT l.kind, e.key, e.title AS phrase, l.name, l.package, l.statement_hash AS statementHash
       FROM declaration_links l JOIN entries e ON e.id = l.entry_id ${ours} ORDER BY e.key, l.name, l.kind`,
    )
    .all(SOURCE, HUMAN) as MeaningDecision[];
  const names = database
    .prepare(
      `SELECT l.kind, e.key, e.title AS phrase, o.key AS otherKey, o.title AS otherPhrase
       FROM derived_edges l JOIN entries e ON e.id = l.from_id JOIN entries o ON o.id = l.to_id ${ours}
       ORDER BY e.key, o.key, l.kind`,
    )
    .all(SOURCE, HUMAN) as (Omit<NameDecision, 'other'> & { otherKey: string; otherPhrase: string })[];
  return [
    ...meanings,
    ...names.map(({ otherKey, otherPhrase, ...rest }) => ({ ...rest, other: { key: otherKey, phrase: otherPhrase } })),
  ];
}

/** Stores decisions, each in place of an earlier one on the same subject. Returns how many are new. */
export function decideConcepts(library: Library, decisions: readonly ConceptDecision[]): number {
  const all = new Map(conceptDecisions(library.database).map((each) => [subjectOf(each), each]));
  const changed = decisions.filter((decision) => {
    const earlier = all.get(subjectOf(decision));
    all.set(subjectOf(decision), decision);
    return !(earlier !== undefined && isSame(earlier, decision));
  });
  if (changed.length > 0) writeDecisions(library, [...all.values()]);
  return changed.length;
}

/** Removes the decision on this subject, if one exists. Returns whether there was one. */
export function undecideConcept(library: Library, decision: ConceptDecision): boolean {
  const all = conceptDecisions(library.database);
  const kept = all.filter((each) => subjectOf(each) !== subjectOf(decision));
  if (kept.length < all.length) writeDecisions(library, kept);
  return kept.length < all.length;
}

/** Two decisions on one subject contradict each other. */
function subjectOf(decision: ConceptDecision): string {
  return JSON.stringify(
    'name' in decision ? [decision.key, decision.name] : [decision.key, decision.other.key].sort().concat('names'),
  );
}

function isSame(a: ConceptDecision, b: ConceptDecision): boolean {
  return a.kind === b.kind && ('name' in a || a.kind === 'same as' || a.key === b.key);
}

/** Writes all decisions in place of those that are stored. An entry keeps the phrase that it was first called by. */
function writeDecisions(library: Library, decisions: readonly ConceptDecision[]): void {
  const phrases = new Map<string, string>();
  for (const { key, phrase } of conceptEntries(library.database)) phrases.set(key, phrase);
  const earlier = [...phrases.keys()];
  const used = new Set<string>();
  for (const decision of decisions) {
    for (const { key, phrase } of 'other' in decision ? [decision, decision.other] : [decision]) {
      used.add(key);
      if (!phrases.has(key)) phrases.set(key, phrase);
    }
  }
  const keys = [...new Set([...earlier, ...used])].sort();
  library.derive(
    keys.map((key) => {
      const own = decisions.filter((each) => each.key === key);
      return {
        derivation: { source: SOURCE, maker: HUMAN, version: '1', unit: key, inputHash: sha256(JSON.stringify(own)) },
        rows: rowsOf(own, used.has(key) ? { key, phrase: phrases.get(key)! } : null),
      };
    }),
  );
}

function conceptEntries(database: Database): { key: string; phrase: string }[] {
  const sql = `SELECT e.key, e.title AS phrase FROM entries e JOIN derivations d ON d.id = e.derivation_id
    JOIN sources s ON s.id = d.source_id WHERE s.name = ? AND d.maker = ? ORDER BY e.key`;
  return database.prepare(sql).all(SOURCE, HUMAN) as { key: string; phrase: string }[];
}

/** The decisions of one phrase. `entry`: null if no decision needs it any more. */
function rowsOf(own: readonly ConceptDecision[], entry: { key: string; phrase: string } | null): DerivedRows {
  const ref = (key: string) => ({ source: SOURCE, key });
  return {
    ...NO_ROWS,
    entries:
      entry === null
        ? []
        : [
            {
              entry: {
                key: entry.key,
                kind: 'concept',
                called: 'Concept',
                number: null,
                title: entry.phrase,
                headings: [],
                body: '',
                proof: null,
                place: null,
              },
              labels: [],
              payload: null,
            },
          ],
    edges: own
      .filter((each) => 'other' in each)
      .map(({ kind, key, other }) => ({ from: ref(key), kind, to: ref(other.key), payload: null, evidence: null })),
    declarations: own
      .filter((each) => 'name' in each)
      .map(({ kind, key, name, package: packageName, statementHash }) => ({
        entry: ref(key),
        kind,
        package: packageName,
        name,
        statementHash,
        payload: null,
        evidence: null,
      })),
  };
}
