/** Which declarations formalize which statements: found by search, given by a document, or decided by a person. */
import type { Database } from 'better-sqlite3';
import { sha256 } from '../base/hash.ts';
import { type DeclarationLink, HUMAN, NO_ROWS } from './derivation.ts';
import { MODEL } from './entry-attributes.ts';
import type { Library } from './library.ts';

export const LINK_MAKERS = [HUMAN, 'blueprint', 'attribute', MODEL, 'search'] as const;

/** `blueprint`: `\lean` in the document. `attribute`: a tag of the statement in the declaration's source. `model`: a model says so of what a search found. */
export type LinkMaker = (typeof LINK_MAKERS)[number];

export type LinkKind = 'formalizes' | 'does not formalize';

export interface FormalizationLink {
  /** Id of the statement. */
  entry: number;
  kind: LinkKind;
  maker: LinkMaker;
  /** Full name of the declaration, its package, and the hash of its statement when the link was made. */
  name: string;
  package: string;
  statementHash: string;
  /** 1, except for `search` and `model`. */
  confidence: number;
  evidence: unknown;
}

/** What a model said about a text that has changed since does not count. */
const IS_CURRENT = `(d.maker <> '${MODEL}' OR NOT EXISTS (
  SELECT 1 FROM derivation_inputs i LEFT JOIN entries e ON e.id = i.entry_id
  WHERE i.derivation_id = d.id AND e.content_hash IS NOT i.content_hash))`;

/** Returns the links of a source in the order of entries; those of persons come first. */
export function formalizationLinks(database: Database, source: string): FormalizationLink[] {
  const rows = database
    .prepare(
      `SELECT l.entry_id AS entry, l.kind, d.maker, l.name, l.package, l.statement_hash AS statementHash, l.payload, l.evidence
       FROM declaration_links l JOIN derivations d ON d.id = l.derivation_id JOIN sources s ON s.id = d.source_id
       WHERE s.name = ? AND l.kind IN ('formalizes', 'does not formalize') AND ${IS_CURRENT} ORDER BY l.entry_id, l.name, l.kind`,
    )
    .all(source) as (Omit<FormalizationLink, 'confidence'> & { payload: string; evidence: string })[];
  const links = rows.map(({ payload, evidence, ...row }) => ({
    ...row,
    confidence: (JSON.parse(payload) as { confidence: number }).confidence,
    evidence: JSON.parse(evidence) as unknown,
  }));
  return links.sort((a, b) => a.entry - b.entry || LINK_MAKERS.indexOf(a.maker) - LINK_MAKERS.indexOf(b.maker));
}

/**
 * The names of the declarations that count for a statement: those accepted by a person or a model, and those `given` or
 * linked with at least this confidence, unless a person rejected them.
 */
export function namesInForce(
  links: readonly FormalizationLink[],
  { given, least }: { given: readonly string[]; least: number },
): string[] {
  const rejected = new Set(links.filter(({ kind }) => kind === 'does not formalize').map(({ name }) => name));
  const linked = links
    .filter(
      ({ kind, confidence, maker }) =>
        kind === 'formalizes' && (maker === HUMAN || maker === MODEL || confidence >= least),
    )
    .map(({ name }) => name);
  return [...new Set([...given, ...linked])].filter((name) => !rejected.has(name));
}

/**
 * Writes the links of a maker to a source in place of its earlier ones. Returns how many statements have other links
 * than before. `run`: of `startRun`, to undo it.
 */
export function writeLinks(
  library: Library,
  source: string,
  maker: LinkMaker,
  links: readonly Omit<FormalizationLink, 'maker'>[],
  run: number | null = null,
): number {
  const before = Map.groupBy(
    formalizationLinks(library.database, source).filter((link) => link.maker === maker),
    ({ entry }) => entry,
  );
  const after = Map.groupBy(links, ({ entry }) => entry);
  const stateOf = (of: readonly Omit<FormalizationLink, 'maker'>[] = []): string =>
    of
      .map(({ name, kind, confidence, statementHash: hash }) => JSON.stringify([name, kind, confidence, hash]))
      .sort()
      .join('\n');
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (entry) => stateOf(before.get(entry)) !== stateOf(after.get(entry)),
  );
  const entries = library.entriesById(changed);
  library.derive(
    entries.map(({ id, key, contentHash }) => {
      const own = after.get(id) ?? [];
      return {
        derivation: { source, maker, version: '1', unit: key, inputHash: sha256(stateOf(own) + contentHash) },
        rows: {
          ...NO_ROWS,
          inputs: maker === HUMAN ? [] : [{ entry: id, contentHash }],
          declarations: own.map(
            ({ entry, kind, name, package: packageName, statementHash, confidence, evidence }): DeclarationLink => ({
              ...{ entry, kind, name, package: packageName, statementHash },
              payload: { confidence },
              evidence,
            }),
          ),
        },
      };
    }),
    run,
  );
  return entries.length;
}

/** Stores a person's word, in place of an earlier one on the same declaration. Returns whether it is new. */
export function decideLink(
  library: Library,
  source: string,
  decision: Omit<FormalizationLink, 'maker' | 'confidence' | 'evidence'>,
): boolean {
  const others = decisions(library, source).filter((each) => !isSame(each, decision));
  return writeLinks(library, source, HUMAN, [...others, { ...decision, confidence: 1, evidence: null }]) > 0;
}

/** Removes the decision of a person about a declaration. Returns whether there was something. */
export function undecideLink(library: Library, source: string, decision: { entry: number; name: string }): boolean {
  const others = decisions(library, source).filter((each) => !isSame(each, decision));
  return writeLinks(library, source, HUMAN, others) > 0;
}

function decisions(library: Library, source: string): FormalizationLink[] {
  return formalizationLinks(library.database, source).filter(({ maker }) => maker === HUMAN);
}

function isSame(a: { entry: number; name: string }, b: { entry: number; name: string }): boolean {
  return a.entry === b.entry && a.name === b.name;
}
