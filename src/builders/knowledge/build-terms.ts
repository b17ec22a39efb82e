/**
 * References without marks: entities whose titles, synonyms or defined terms occur in the text of another, and the theorem
 * that a problem needs. They are guesses with a confidence, so they are edges of a kind of their own, which only those
 * follow who ask for them.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { sha256 } from '../../base/hash.ts';
import { type DerivedUnit, NO_ROWS } from '../../library/derivation.ts';
import { listDerivations, unitKey } from '../../library/derive.ts';
import { statedType } from '../../library/entities.ts';
import { headAttributes } from '../../library/entry-attributes.ts';
import { TERM_EDGE } from '../../library/knowledge-rows.ts';
import type { Library } from '../../library/library.ts';
import { proofsOf } from '../../library/split-proofs.ts';
import type { EntityType } from '../../sources/entity.ts';
import { type Candidate, removeOrphans } from './entity-candidates.ts';
import { TheoremRanking } from '../../search/solved/theorem-ranking.ts';
import { TermFinder } from './rules/term-references.ts';

const MAKER = 'terms';
/** Increased when the same entities give other references. */
const VERSION = '3';

export interface BuildTermsOptions {
  /** Only references of entities of these sources; empty for all. */
  sources: readonly string[];
  /** True: of all documents. Null: only of those without references by labels. False: of none. */
  terms: boolean | null;
  run: number;
  signal: AbortSignal;
  onProgress: (done: number, total: number) => void;
}

export interface BuiltTerms {
  /** Number of entities whose text was read. */
  entities: number;
  /** Number of references found in them. */
  references: number;
  isInterrupted: boolean;
}

interface TermCandidate extends Candidate {
  type: EntityType;
}

const BATCH = 200;

/** `candidates`: all of the library. What a text names depends on all titles, so all texts are read again if any entity changed. */
export async function buildTerms(
  library: Library,
  candidates: readonly Candidate[],
  { sources, terms, run, signal, onProgress }: BuildTermsOptions,
): Promise<BuiltTerms> {
  const built: BuiltTerms = { entities: 0, references: 0, isInterrupted: false };
  const { database } = library;
  const chosen = terms === null ? unlinkedDocuments(database) : null;
  if (terms === false || chosen?.size === 0) return built;
  const all = termCandidates(database, candidates);
  const derivations = listDerivations(database, MAKER);
  removeOrphans(database, derivations, all);
  const version = `${VERSION} ${digestOf(all)}`;
  const current = new Set(
    derivations
      .filter((each) => each.version === version && !each.isStale)
      .map(({ source, unit }) => unitKey(source, unit)),
  );
  const wanted = [...all.entries()].filter(
    ([, { entry }]) =>
      (sources.length === 0 || sources.includes(entry.source)) &&
      (chosen?.has(entry.documentId!) ?? true) &&
      !current.has(unitKey(entry.source, entry.key)),
  );
  if (wanted.length === 0) return built;
  const finder = new TermFinder(all.map(termEntity));
  const theoremOf = theoremFinder(all);
  for (let start = 0; start < wanted.length; start += BATCH) {
    await yieldToEventLoop();
    if (signal.aborted) return { ...built, isInterrupted: true };
    onProgress(start, wanted.length);
    const units = wanted.slice(start, start + BATCH).map(([number, candidate]) => {
      const found = findTerms(number, candidate, finder, all);
      const theorem = theoremOf(candidate);
      if (theorem !== null && found.every(({ entity }) => entity !== theorem.entity)) found.push(theorem);
      built.references += found.length;
      return unitOf(candidate, version, found, all);
    });
    library.derive(units, run);
    built.entities += units.length;
  }
  return built;
}

/** Entities that may name others and be named. */
function termCandidates(database: Library['database'], candidates: readonly Candidate[]): TermCandidate[] {
  const { type: types } = headAttributes(database, null);
  return candidates.flatMap((each) => {
    const type = statedType(types.get(each.entry.id), each.entry.kind);
    return type === null ? [] : [{ ...each, type }];
  });
}

const digestOf = (all: readonly TermCandidate[]): string =>
  sha256(
    JSON.stringify(
      all.map(({ entry, facts, type, targets }) => [
        entry.id,
        entry.contentHash,
        type,
        facts,
        targets.map(({ id }) => id),
      ]),
    ),
  );

/** Documents in which no entry refers to another by a label. */
function unlinkedDocuments(database: Library['database']): Set<number> {
  const ids = database
    .prepare(
      `SELECT id FROM documents EXCEPT SELECT e.document_id FROM refs r JOIN entries e ON e.id = r.entry_id
       WHERE r.kind = 'refers' AND r.to_id IS NOT NULL AND r.to_id <> r.entry_id`,
    )
    .pluck()
    .all() as number[];
  return new Set(ids);
}

function termEntity({ entry, position, facts, type }: TermCandidate) {
  return {
    ...{ title: entry.title, type, statement: entry.body },
    synonyms: facts?.synonyms ?? [],
    defines: facts?.defines ?? [],
    subjects: facts?.subjects ?? [],
    document: { name: String(entry.documentId), position },
  };
}

interface FoundTerm {
  /** Place among the candidates. */
  entity: number;
  confidence: number;
  evidence: object;
}

/**
 * Least lead of the best theorem over the second. Chosen on every second problem of TheoremQA, with the theorems of the
 * others of them known: 86 of 400 have such a lead, and 93 % of these theorems are right.
 */
const LEAST_LEAD = 0.45;
/** The same on the other half of TheoremQA, where 84 of 400 have such a lead. */
const RIGHT_WITH_LEAD = 0.86;

/** Finds the theorem that a problem without references needs, where one is far ahead of all others. */
function theoremFinder(all: readonly TermCandidate[]): (problem: TermCandidate) => FoundTerm | null {
  const isOpen = ({ type, targets }: TermCandidate): boolean => type === 'problem' && targets.length === 0;
  if (!all.some(isOpen)) return () => null;
  const places = [...all.keys()].filter((at) => all[at]!.type === 'theorem');
  const number = new Map(places.map((at, place) => [all[at]!.entry.id, place]));
  const solved = all.flatMap(({ type, entry, targets }) => {
    const theorems = type === 'problem' ? targets.flatMap(({ id }) => number.get(id ?? -1) ?? []) : [];
    return theorems.length === 1 ? [{ text: entry.body, theorems }] : [];
  });
  const ranking = new TheoremRanking(
    places.map((at) => ({ title: all[at]!.entry.title, text: all[at]!.entry.body })),
    solved,
  );
  return (problem) => {
    const best = isOpen(problem) ? ranking.best(problem.entry.body) : null;
    if (best === null || best.lead < LEAST_LEAD) return null;
    const evidence = { rule: 'words of the problem', lead: Number(best.lead.toFixed(4)), part: 0 };
    return { entity: places[best.theorem]!, confidence: RIGHT_WITH_LEAD, evidence };
  };
}

/** Each target once: in the first part that names it. What the entity refers to by a label is left out. */
function findTerms(
  number: number,
  { entry, facts, targets }: TermCandidate,
  finder: TermFinder,
  all: readonly TermCandidate[],
): FoundTerm[] {
  const known = new Set(targets.map(({ id }) => id));
  const found = new Map<number, FoundTerm>();
  for (const [part, text] of [entry.body, ...proofsOf(entry.proof, facts)].entries()) {
    for (const term of finder.find(number, text)) {
      const { entry: to, type } = all[term.entity]!;
      const isTarget = type === 'definition' || type === 'theorem';
      if (!isTarget || known.has(to.id) || found.has(term.entity)) continue;
      const { entity, confidence, calledAs, at } = term;
      found.set(entity, { entity, confidence, evidence: { called_as: calledAs, part, at } });
    }
  }
  return [...found.values()];
}

function unitOf(
  { entry }: TermCandidate,
  version: string,
  found: readonly FoundTerm[],
  all: readonly TermCandidate[],
): DerivedUnit {
  return {
    derivation: { source: entry.source, maker: MAKER, version, unit: entry.key, inputHash: entry.contentHash },
    rows: {
      ...NO_ROWS,
      inputs: [{ entry: entry.id, contentHash: entry.contentHash }],
      edges: found.map(({ entity, confidence, evidence }) => ({
        ...{ from: entry.id, kind: TERM_EDGE, to: all[entity]!.entry.id },
        payload: { confidence: Number(confidence.toFixed(4)) },
        evidence,
      })),
    },
  };
}
