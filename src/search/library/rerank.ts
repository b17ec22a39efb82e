/** The closer look at the entries that words have found: their words by part, formulas, kind, and what stands beside them. */
import type { EntryKind } from '../../library/entry.ts';
import type { EntryPosition } from '../../library/filter-entries.ts';
import type { WordRow } from '../../library/word-rows.ts';
import { formulaSimilarity } from './formula-similarity.ts';
import type { WordScore } from './fuse.ts';
import { impactsOf, scorePairs, scoreWords, type Impacts, type WeighedTerm } from './word-score.ts';

/** Who asks wants what is stated and shown, before what is left to the reader and what is said around it. */
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

/** What an entry with all of the question's formulas gains. */
const FORMULAS = 0.4;
/** The share of the better neighbour's score that an entry gets. */
const BESIDE = 0.15;

export interface Candidates {
  rows: readonly WordRow[];
  positions: readonly EntryPosition[];
  /** By id; of a question without formulas nothing is read of it. */
  bodies: ReadonlyMap<number, string>;
}

export interface ReadQuestion {
  terms: readonly WeighedTerm[];
  /** Of its formulas. */
  runs: ReadonlySet<string>;
}

/** The candidates with any point, best first; of equal ones the first in the library. */
export function rerank({ rows, positions, bodies }: Candidates, { terms, runs }: ReadQuestion): WordScore[] {
  const wanted = new Set(terms.flatMap(({ spellings }) => spellings.map(({ stem }) => stem)));
  const impacts = new Map(rows.map((row) => [row.id, impactsOf(row, wanted)]));
  const beside = neighbours(positions);
  const alone = rows.map((row): WordScore => {
    const around = (beside.get(row.id)?.ids ?? []).map((id) => impacts.get(id)).filter((each) => each !== undefined);
    return scoreOf(row, impacts.get(row.id)!, around, {
      terms,
      formulas: FORMULAS * formulaSimilarity(runs, bodies.get(row.id) ?? ''),
      kind: beside.get(row.id)?.kind ?? 'passage',
    });
  });
  const scores = new Map(alone.map(({ id, score }) => [id, score]));
  return alone
    .map((each) => {
      const best = Math.max(0, ...(beside.get(each.id)?.ids ?? []).map((id) => scores.get(id) ?? 0));
      return withPoints(each, 'stands beside what fits', BESIDE * best);
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.id - b.id);
}

/** By id its kind, and the candidates before and behind it in its document. */
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

interface Standing {
  terms: readonly WeighedTerm[];
  formulas: number;
  kind: EntryKind;
}

function scoreOf(
  row: WordRow,
  own: Impacts,
  around: readonly Impacts[],
  { terms, formulas, kind }: Standing,
): WordScore {
  const contributions = scoreWords(own, around, terms);
  const byWords = { id: row.id, contributions, score: contributions.reduce((sum, { points }) => sum + points, 0) };
  const paired = withPoints(byWords, 'words side by side', scorePairs(row, terms));
  const told = withPoints(paired, 'formulas', formulas);
  return withPoints(told, `is a ${kind}`, told.score * (BY_KIND[kind] - 1));
}

function withPoints(score: WordScore, what: string, points: number): WordScore {
  if (points === 0) return score;
  return { ...score, score: score.score + points, contributions: [...score.contributions, { what, points }] };
}
