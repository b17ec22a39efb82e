/** A graph of the theorems and problems of a source of the library with their proofs, without a model (section 3.7). */
import { collapseWhitespace } from '../../base/one-line.ts';
import { TERM_EDGE } from '../../library/knowledge-rows.ts';
import type { Library } from '../../library/library.ts';
import { proofsOf } from '../../library/split-proofs.ts';
import { type Candidate, entityCandidates } from '../knowledge/entity-candidates.ts';
import { locateReferences } from '../knowledge/rules/locate-references.ts';
import {
  cleanText,
  type GraphItemRecord,
  MAX_ITEMS,
  type TemplateRecord,
  type TheoremRecord,
} from './graph-records.ts';
import { splitSteps } from './split-steps.ts';
import { theoremKey } from './theorem-names.ts';

export interface DocumentGraph {
  records: GraphItemRecord[];
  /** Theorems and problems without a proof; they are left out. */
  withoutProof: number;
}

/** Where a proof refers to another entry. */
interface Mention {
  id: number;
  /** Offset in the first proof. */
  at: number;
}

const KINDS: ReadonlySet<string> = new Set(['theorem', 'problem']);
const MAX_TITLE = 200;
const MAX_TEXT = 20_000;

/** A step uses the theorem that it refers to first, by a label or, after `graph build`, by its name. */
export function documentGraph(database: Library['database'], source: string): DocumentGraph {
  const all = entityCandidates(database);
  const byId = new Map(all.map((candidate) => [candidate.entry.id, candidate]));
  const named = namesInProofs(database);
  const theorems = new Map<number, TheoremRecord>();
  const use = (id: number): string | null => {
    const target = byId.get(id);
    if (target === undefined || (target.entry.kind !== 'theorem' && target.entry.kind !== 'definition')) return null;
    const record = theorems.get(id) ?? theoremOf(target);
    theorems.set(id, record);
    return record.key;
  };
  const own = all.filter(({ entry }) => entry.source === source && KINDS.has(entry.kind));
  const templates = own.flatMap((candidate): TemplateRecord[] => {
    const [proof = ''] = proofsOf(candidate.entry.proof, candidate.facts);
    if (proof.trim() === '' || proof.length > MAX_TEXT || candidate.entry.body.length > MAX_TEXT) return [];
    const mentions = [...labelsInProof(candidate), ...(named.get(candidate.entry.id) ?? [])]
      .filter(({ id }) => id !== candidate.entry.id)
      .toSorted((a, b) => a.at - b.at);
    return [templateOf(candidate, proof, mentions, use)];
  });
  return { records: [...mergeEqual(theorems.values()), ...templates], withoutProof: own.length - templates.length };
}

function templateOf(
  { entry }: Candidate,
  proof: string,
  mentions: readonly Mention[],
  use: (id: number) => string | null,
): TemplateRecord {
  const steps = splitSteps(proof).map(({ text, start, end }) => {
    const within = mentions.filter(({ at }) => at >= start && at < end);
    const keys = within.map(({ id }) => use(id));
    return { text: cleanText(text), theorem: keys.find((key) => key !== null) ?? null };
  });
  return {
    ...{ record: 'template', key: `template/${safeKey(entry.key)}`, stage: 'document', level: null },
    ...{ field: entry.headings[0] === undefined ? null : cleanText(entry.headings[0]).slice(0, MAX_TITLE) },
    ...{ title: nameOf(entry), problem: cleanText(entry.body), steps, parent: null, seed: null },
    ...{ entry: { source: entry.source, key: entry.key }, checks: {}, rejected: null, made_by: {} },
  };
}

function theoremOf({ entry }: Candidate): TheoremRecord {
  const { source, key, body } = entry;
  const name = nameOf(entry);
  return {
    ...{ record: 'theorem', key: entry.title === '' ? `theorem/${safeKey(key)}` : theoremKey(name), name },
    ...{ statement: cleanText(body).slice(0, MAX_TEXT), also: [], declarations: [] },
    entries: [{ source, key, similarity: 1 }],
  };
}

/** Theorems of one name are one: the first statement counts, others are kept beside it. */
function mergeEqual(theorems: Iterable<TheoremRecord>): TheoremRecord[] {
  const merged = new Map<string, TheoremRecord>();
  for (const theorem of theorems) {
    const first = merged.get(theorem.key);
    if (first === undefined) merged.set(theorem.key, theorem);
    else if (first.also.length < MAX_ITEMS && first.entries.length < MAX_ITEMS) {
      first.also.push({ name: theorem.name, statement: theorem.statement });
      first.entries.push(...theorem.entries);
    }
  }
  return [...merged.values()];
}

/** Its title; otherwise what its source calls it: `Lemma 3.2`, `Theorem algebra/thm:main`. */
function nameOf({ title, called, number, key }: Candidate['entry']): string {
  const shown = (text: string): string => cleanText(collapseWhitespace(text)).trim().slice(0, MAX_TITLE);
  // A title may consist of control characters alone.
  return shown(title) || shown(`${called === '' ? 'Statement' : called} ${number ?? safeKey(key)}`);
}

const safeKey = (key: string): string =>
  key
    .replaceAll('#', '/')
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, 280);

function labelsInProof({ entry, facts, targets }: Candidate): Mention[] {
  const [proof = ''] = proofsOf(entry.proof, facts);
  const ids = new Map(targets.map(({ label, id }) => [label, id]));
  return locateReferences([entry.body, proof], targets, facts).flatMap(({ label, part, at }) => {
    const id = ids.get(label) ?? null;
    return id === null || part !== 1 || at < 0 ? [] : [{ id, at }];
  });
}

/** By entry: which entities its first proof names without a label. */
function namesInProofs(database: Library['database']): Map<number, Mention[]> {
  const rows = database
    .prepare(
      `SELECT from_id AS "from", to_id AS id, evidence ->> 'at' AS at FROM derived_edges
       WHERE kind = ? AND evidence ->> 'part' = 1 AND evidence ->> 'at' >= 0`,
    )
    .all(TERM_EDGE) as (Mention & { from: number })[];
  const found = new Map<number, Mention[]>();
  for (const { from, ...mention } of rows) found.set(from, [...(found.get(from) ?? []), mention]);
  return found;
}
