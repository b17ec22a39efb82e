/** What the user says about concepts: that a phrase means a declaration, or does not. User data, kept in the library. */
import type { Database } from 'better-sqlite3';
import { sha256 } from '../base/hash.ts';
import type { Library } from './library.ts';

export interface ConceptDecision {
  /** Normal form of the phrase. */
  key: string;
  phrase: string;
  /** Full name of the declaration. */
  name: string;
  means: boolean;
}

/** The declaration as the index has it when the decision is made. */
export interface LinkedDeclaration {
  package: string;
  statementHash: string;
}

const SOURCE = 'concepts';
const MAKER = 'human';
const KINDS = { means: 'means', other: 'does not mean' } as const;

export interface StoredDecision extends ConceptDecision, LinkedDeclaration {}

/** All decisions, in the order of their phrases and declarations. */
export function conceptDecisions(database: Database): StoredDecision[] {
  const rows = database
    .prepare(
      `SELECT e.key, e.title AS phrase, l.name, l.kind, l.package, l.statement_hash AS statementHash
       FROM declaration_links l JOIN entries e ON e.id = l.entry_id
       JOIN derivations d ON d.id = l.derivation_id JOIN sources s ON s.id = d.source_id
       WHERE s.name = ? AND d.maker = ? ORDER BY e.key, l.name, l.kind`,
    )
    .all(SOURCE, MAKER) as (Omit<StoredDecision, 'means'> & { kind: string })[];
  return rows.map(({ kind, ...row }) => ({ ...row, means: kind === KINDS.means }));
}

/** Stores the decision in place of an earlier one on the same phrase and declaration. Returns whether anything changed. */
export function decideConcept(library: Library, decision: ConceptDecision, linked: LinkedDeclaration): boolean {
  const { key, phrase, name, means } = decision;
  const earlier = conceptDecisions(library.database).filter((each) => each.key === key);
  if (earlier.some((each) => each.name === name && each.means === means)) return false;
  const decisions = [...earlier.filter((each) => each.name !== name), { ...decision, ...linked }];
  const entry = { source: SOURCE, key };
  library.derive([
    {
      derivation: {
        source: SOURCE,
        maker: MAKER,
        version: '1',
        unit: key,
        inputHash: sha256(JSON.stringify(decisions)),
      },
      rows: {
        inputs: [],
        entries: [
          {
            entry: {
              key,
              kind: 'concept',
              called: 'Concept',
              number: null,
              title: earlier[0]?.phrase ?? phrase,
              headings: [],
              body: '',
              proof: null,
              place: null,
            },
            labels: [],
            payload: null,
          },
        ],
        edges: [],
        declarations: decisions.map((each) => ({
          entry,
          kind: each.means ? KINDS.means : KINDS.other,
          package: each.package,
          name: each.name,
          statementHash: each.statementHash,
          payload: null,
          evidence: null,
        })),
        texts: [],
      },
    },
  ]);
  return true;
}
