/**
 * Proof templates for a goal: the skeletons of the proofs of similar theorems, best first.
 *
 * Theorems with similar statements vote for the skeletons of their proofs, as for premises. The score of a skeleton is
 * its share of the votes, plus how frequent it is among theorems whose conclusion has the same head, plus how frequent
 * it is in the library (specification of proof templates, section 7.4; the weights were chosen on the development half
 * of `bench templates`).
 */
import { memoize } from '../../base/memoize.ts';
import type { LibraryIndex } from '../../index/library-index.ts';
import type { StoredSkeleton } from '../../index/skeleton-lines.ts';
import { headOf } from '../../index/shapes.ts';
import { fileProofs } from '../premises/file-proofs.ts';
import type { GoalPlace } from '../premises/place-features.ts';
import {
  type PremiseKnowledge,
  type PremiseQuery,
  type PremiseScope,
  similarTheorems,
} from '../premises/premise-candidates.ts';

/** A theorem that votes for the skeleton of its proof. */
export interface Exemplar extends StoredSkeleton {
  id: number;
  name: string;
  file: number;
  line: number;
  /** Its vote. */
  weight: number;
}

export interface ProofTemplate {
  skeleton: string;
  score: number;
  /** Number of theorems that vote for it; 0: it is only frequent. */
  votes: number;
  /** The strongest voters first. */
  exemplars: readonly Exemplar[];
}

export interface TemplateRanking {
  /** At most as many as asked for, best first. */
  templates: readonly ProofTemplate[];
  /** All voters, the most similar first. */
  voters: readonly Exemplar[];
}

/** Number of voters: the most similar theorems. */
const MAX_VOTERS = 200;
/** Exponent of the similarity: the most similar voters dominate. */
const SHARPNESS = 6;
/** Factor for a theorem above the goal in its own file; a theorem directly above has `1 + DIRECTLY` times as much. */
const OWN_FILE = 2;
const DIRECTLY = 4;
/** Decay constant of the distance, in lines. */
const DECAY_LINES = 40;
/** Factor for a long proof. */
const LONG = 0.5;
/** A proof with more segments is long. */
const SHORT_SEGMENTS = 3;
/** Weights of the frequencies, relative to the share of the votes. */
const BY_HEAD = 1;
const BY_LIBRARY = 0.2;
/** Theorems with the same head count as much as this many more theorems: few of them say little. */
const SMOOTHING = 50;

export interface TemplateScope extends PremiseScope {
  limit: number;
  frequencies: SkeletonFrequencies;
}

/** `knowledge` null: without weights nothing is similar, and the frequencies alone decide. */
export function findTemplates(
  index: LibraryIndex,
  query: PremiseQuery,
  knowledge: PremiseKnowledge | null,
  scope: TemplateScope,
): TemplateRanking {
  const voters = knowledge === null ? [] : votersOf(index, query, knowledge, scope);
  const scores = new Map<string, { score: number; exemplars: Exemplar[] }>();
  const of = (skeleton: string): { score: number; exemplars: Exemplar[] } => {
    let known = scores.get(skeleton);
    if (known === undefined) scores.set(skeleton, (known = { score: 0, exemplars: [] }));
    return known;
  };
  const total = voters.reduce((sum, { weight }) => sum + weight, 0);
  for (const voter of voters) {
    const entry = of(voter.text);
    entry.score += voter.weight / total;
    entry.exemplars.push(voter);
  }
  const { library } = scope.frequencies;
  const same = scope.frequencies.byHead(headOf(query.goal.target));
  for (const [skeleton, count] of same.common) of(skeleton).score += (BY_HEAD * count) / (same.total + SMOOTHING);
  for (const [skeleton, count] of library.common) of(skeleton).score += (BY_LIBRARY * count) / library.total;
  const templates = [...scores]
    .sort(([a, one], [b, other]) => other.score - one.score || (a < b ? -1 : 1))
    .slice(0, scope.limit)
    .map(([skeleton, { score, exemplars }]) => ({ skeleton, score, votes: exemplars.length, exemplars }));
  return { templates, voters };
}

function votersOf(
  index: LibraryIndex,
  query: PremiseQuery,
  knowledge: PremiseKnowledge,
  scope: PremiseScope,
): Exemplar[] {
  const similar = similarTheorems(index, query, knowledge, scope)
    .filter(({ similarity }) => similarity > 0)
    .sort((a, b) => b.similarity - a.similarity || a.id - b.id);
  const seen = new Set<string>();
  const voters: Exemplar[] = [];
  for (let at = 0; at < similar.length && voters.length < MAX_VOTERS; at += ROWS_PER_READ) {
    const batch = similar.slice(at, at + ROWS_PER_READ);
    const rows = theoremsOf(
      index,
      batch.map(({ id }) => id),
    );
    for (const { id, similarity } of batch) {
      const theorem = rows.get(id);
      if (theorem === undefined) continue;
      // What an attribute generates has the proof of its source: one vote.
      const key = `${theorem.file} ${theorem.line}`;
      if (seen.has(key) || voters.length >= MAX_VOTERS) continue;
      seen.add(key);
      const isLong = countSegments(theorem.text) > SHORT_SEGMENTS;
      const weight = similarity ** SHARPNESS * locality(theorem, query.place) * (isLong ? LONG : 1);
      voters.push({
        id,
        name: theorem.name,
        file: theorem.file,
        line: theorem.line,
        text: theorem.text,
        slots: theorem.slots,
        weight,
      });
    }
  }
  return voters.sort((a, b) => b.weight - a.weight || a.id - b.id);
}

/** How much more a theorem counts for its place. */
function locality({ module, line }: Theorem, place: GoalPlace | null): number {
  if (place === null || module !== place.module) return 1;
  return OWN_FILE * (1 + DIRECTLY * Math.exp(-Math.max(0, place.line - line) / DECAY_LINES));
}

/** Fixed, so that only one statement is prepared. */
const ROWS_PER_READ = 64;

interface Theorem extends StoredSkeleton {
  name: string;
  file: number;
  line: number;
  module: string;
}

const SELECT = `
SELECT d.id, d.name, d.file_id AS file, d.line_start AS line, f.module FROM decls d JOIN files f ON f.id = d.file_id
WHERE d.id IN (${Array.from({ length: ROWS_PER_READ }, () => '?').join(',')})`;

/** By row: the theorems among the rows whose proofs have skeletons. At most `ROWS_PER_READ` rows. */
function theoremsOf(index: LibraryIndex, ids: readonly number[]): Map<number, Theorem> {
  const padded = [...ids, ...Array.from({ length: ROWS_PER_READ - ids.length }, () => -1)];
  const found = new Map<number, Theorem>();
  for (const { id, ...row } of index.all<Omit<Theorem, keyof StoredSkeleton> & { id: number }>(SELECT, ...padded)) {
    const skeleton = fileProofs(index, row.file).skeletons.get(row.line);
    if (skeleton !== undefined) found.set(id, { ...row, ...skeleton });
  }
  return found;
}

/** Number of tactics of a skeleton. */
export function countSegments(skeleton: string): number {
  return skeleton.split(/ ; | <;> /u).length;
}

/** The commonest skeletons of a set of theorems with their counts, and the number of theorems. */
interface Frequencies {
  common: readonly (readonly [string, number])[];
  total: number;
}

/** Theorems that are read for the frequencies, and skeletons that are kept of them. */
const SAMPLE = 600;
const LIBRARY_SAMPLE = 2400;
const KEPT = 300;

/** Counts skeletons in the whole library. The result is kept while the index is open. */
export const skeletonFrequencies = memoize((index: LibraryIndex) => new SkeletonFrequencies(index, null));

/** Counts of skeletons in samples that are spread evenly over the rows, so an update of a file changes little. */
export class SkeletonFrequencies {
  readonly #index: LibraryIndex;
  readonly #allow: ((id: number) => boolean) | null;
  readonly #heads = new Map<string, Frequencies>();
  #library: Frequencies | null = null;

  /** `allow`: the rows that count; null: all. */
  constructor(index: LibraryIndex, allow: ((id: number) => boolean) | null) {
    this.#index = index;
    this.#allow = allow;
  }

  get library(): Frequencies {
    if (this.#library === null) {
      const ids = this.#index
        .all<{ id: number }>("SELECT id FROM decls WHERE origin = 'written' AND kind IN ('theorem', 'lemma')")
        .map(({ id }) => id);
      this.#library = this.#count(ids, LIBRARY_SAMPLE);
    }
    return this.#library;
  }

  /** Counts skeletons of the theorems whose conclusion has this head. */
  byHead(head: string): Frequencies {
    let known = this.#heads.get(head);
    if (known === undefined) {
      const ids = head === '' ? null : this.#index.postings(`s:C:${head}`)?.ids;
      this.#heads.set(head, (known = this.#count(ids ?? [], SAMPLE)));
    }
    return known;
  }

  #count(ids: ArrayLike<number>, sample: number): Frequencies {
    const step = Math.max(1, ids.length / sample);
    const chosen: number[] = [];
    for (let at = 0; at < ids.length; at += step) {
      const id = ids[Math.floor(at)]!;
      if (this.#allow?.(id) ?? true) chosen.push(id);
    }
    const counts = new Map<string, number>();
    let total = 0;
    for (let at = 0; at < chosen.length; at += ROWS_PER_READ) {
      for (const { text } of theoremsOf(this.#index, chosen.slice(at, at + ROWS_PER_READ)).values()) {
        counts.set(text, (counts.get(text) ?? 0) + 1);
        total++;
      }
    }
    const common = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, KEPT);
    return { common, total: Math.max(1, total) };
  }
}
