/** Reranks the entries found by words: by words per part, formulas, kind, and neighbouring entries. */
import type { EntryKind } from '../../library/entry.ts';
import type { EntryPosition } from '../../library/filter-entries.ts';
import type { WordRow } from '../../library/word-rows.ts';
import type { Scored } from '../types.ts';
import { formulaSimilarity } from './formula-similarity.ts';
import { impactsOf, scorePairs, scoreWords, type Impacts, type WeighedTerm } from './word-score.ts';
import { totalPoints } from '../points.ts';

/** Factor by kind: users prefer statements with proofs to exercises and surrounding text. */
const BY_KIND: Readonly<Record<EntryKind, number>> = {
  theorem: 1.25,
  definition: 1.05,
  example: 1,
  remark: 0.95,
  concept: 1.05,
  template: 1,
  passage: 0.82,
  problem: 0.9,
};

/** Points of an entry that has all of the question's formulas. */
const FORMULA_POINTS = 0.4;
/** Share of the score of its best neighbour that an entry gets. */
const NEIGHBOUR_SHARE = 0.15;

export interface Candidates {
  rows: readonly WordRow[];
  positions: readonly EntryPosition[];
  /** Body text by id; empty if the question has no formulas. */
  bodies: ReadonlyMap<number, string>;
}

export interface ReadQuestion {
  terms: readonly WeighedTerm[];
  /** Trigrams of its formulas. */
  runs: ReadonlySet<string>;
}

/** Candidates with a positive score, best first; ties by id. */
export function rerank({ rows, positions, bodies }: Candidates, { terms, runs }: ReadQuestion): Required<Scored>[] {
  const queryStems = new Set(terms.flatMap(({ spellings }) => spellings.map(({ stem }) => stem)));
  const impacts = new Map(rows.map((row) => [row.id, impactsOf(row, queryStems)]));
  const context = neighbours(positions);
  const scored = rows.map((row): Required<Scored> => {
    const nearby = (context.get(row.id)?.ids ?? []).map((id) => impacts.get(id)).filter((each) => each !== undefined);
    return scoreOf(row, impacts.get(row.id)!, nearby, {
      terms,
      formulas: FORMULA_POINTS * formulaSimilarity(runs, bodies.get(row.id) ?? ''),
      kind: context.get(row.id)?.kind ?? 'passage',
    });
  });
  const scores = new Map(scored.map(({ id, score }) => [id, score]));
  return scored
    .map((each) => {
      const best = Math.max(0, ...(context.get(each.id)?.ids ?? []).map((id) => scores.get(id) ?? 0));
      return withPoints(each, 'next to a matching entry', NEIGHBOUR_SHARE * best);
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.id - b.id);
}

/** By id: kind, and the candidates directly before and after it in its document. */
function neighbours(positions: readonly EntryPosition[]): Map<number, { kind: EntryKind; ids: number[] }> {
  const place = ({ documentId, position }: EntryPosition, step: number): string => `${documentId} ${position + step}`;
  const inDocuments = positions.filter(({ documentId }) => documentId !== null);
  const byPlace = new Map(inDocuments.map((each) => [place(each, 0), each.id]));
  return new Map(
    positions.map((each) => {
      const ids = [-1, 1].map((step) => byPlace.get(place(each, step)));
      return [each.id, { kind: each.kind, ids: ids.filter((id) => id !== undefined) }];
    }),
  );
}

interface EntryContext {
  terms: readonly WeighedTerm[];
  formulas: number;
  kind: EntryKind;
}

function scoreOf(
  row: WordRow,
  own: Impacts,
  nearby: readonly Impacts[],
  { terms, formulas, kind }: EntryContext,
): Required<Scored> {
  const contributions = scoreWords(own, nearby, terms);
  const byWords = { id: row.id, contributions, score: totalPoints(contributions) };
  const paired = withPoints(byWords, 'adjacent words', scorePairs(row, terms));
  const withFormulas = withPoints(paired, 'formulas', formulas);
  return withPoints(withFormulas, `is a ${kind}`, withFormulas.score * (BY_KIND[kind] - 1));
}

function withPoints(score: Required<Scored>, what: string, points: number): Required<Scored> {
  if (points === 0) return score;
  return { ...score, score: score.score + points, contributions: [...score.contributions, { what, points }] };
}
