/** BM25F over the stems of names, docstrings, signatures and module docs: one score per row, for a query in words. */
import { lowerBound } from '../base/lower-bound.ts';
import { memoize } from '../base/memoize.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import { IMPACTS } from '../index/words/impact.ts';
import type { Postings } from '../index/postings.ts';
import type { Tokeniser } from '../index/words/tokeniser.ts';
import { AtomReader } from './atom-reader.ts';
import { type KindIntent, readKindIntent } from './text-intent.ts';
import { queryTokeniser } from './query-tokeniser.ts';
import { rowPriors } from './text-prior.ts';
import { readTerms, type Term } from './text-query.ts';

/** k of x / (k + x): how fast repeated occurrences of a word saturate. */
const SATURATION = 1;

const SATURATED = IMPACTS.map((impact) => impact / (SATURATION + impact));

/** State reused by all queries to one index. */
interface Workspace {
  tokeniser: Tokeniser;
  reader: AtomReader;
  priors: Float32Array;
  /** Largest of `priors`. */
  maxPrior: number;
  scores: Float32Array;
  /** Points of the best spelling of the current term; all zero between terms. */
  best: Float32Array;
}

const workspaceOf = memoize((index: LibraryIndex): Workspace => {
  const tokeniser = queryTokeniser(index);
  const priors = rowPriors(index.columns);
  return {
    tokeniser,
    reader: new AtomReader(tokeniser),
    priors,
    maxPrior: largest(priors),
    scores: new Float32Array(index.idLimit),
    best: new Float32Array(index.idLimit),
  };
});

function largest(values: Float32Array): number {
  let max = 0;
  for (let i = 0; i < values.length; i++) if (values[i]! > max) max = values[i]!;
  return max;
}

/** A parsed query in words with the scores of all rows. The arrays are valid until the next query to the index. */
export interface LexicalScores {
  intent: KindIntent;
  terms: readonly Term[];
  /** Σ idf of the terms: upper bound of a score. */
  total: number;
  /** By id: Σ idf·x/(k+x). */
  scores: Float32Array;
  /** By id: one factor per row, independent of the query. */
  priors: Float32Array;
  /** Largest of `priors`. */
  maxPrior: number;
  tokeniser: Tokeniser;
  reader: AtomReader;
}

/** Scores all rows for a query in words, symbols or LaTeX. `terms` is empty if the index has none of its words. */
export function scoreWords(index: LibraryIndex, query: string): LexicalScores {
  const workspace = workspaceOf(index);
  const { intent, rest } = readKindIntent(query);
  const terms = readTerms(index, workspace.tokeniser, rest);
  addUp(workspace, terms);
  const total = terms.reduce((sum, { idf }) => sum + idf, 0);
  const { scores, priors, maxPrior, tokeniser, reader } = workspace;
  return { intent, terms, total, scores, priors, maxPrior, tokeniser, reader };
}

/** Fills `scores` with the sums over the terms. */
function addUp({ scores, best }: Workspace, terms: readonly Term[]): void {
  scores.fill(0);
  for (const { idf, spellings } of terms) {
    if (spellings.length === 1) {
      const { ids, weights } = spellings[0]!.postings;
      const points = Float64Array.from(SATURATED, (share) => idf * share);
      for (let i = 0; i < ids.length; i++) scores[ids[i]!]! += points[weights[i]!]!;
      continue;
    }
    for (const { postings, weight } of spellings) {
      const { ids, weights } = postings;
      const points = Float64Array.from(SATURATED, (share) => idf * weight * share);
      for (let i = 0; i < ids.length; i++) {
        const id = ids[i]!;
        const gained = points[weights[i]!]!;
        if (gained > best[id]!) {
          scores[id]! += gained - best[id]!;
          best[id] = gained;
        }
      }
    }
    for (const { postings } of spellings) for (const id of postings.ids) best[id] = 0;
  }
}

/** Points that a term gives a row, and the stem of the spelling they come from. */
export function pointsOf({ idf, spellings }: Term, id: number): { points: number; stem: string } {
  const best = { points: 0, stem: '' };
  for (const { stem, postings, weight } of spellings) {
    const points = idf * weight * SATURATED[weightOf(postings, id)]!;
    if (points > best.points) Object.assign(best, { points, stem });
  }
  return best;
}

/** Weight of a row in a posting list, 0 if absent (binary search). */
function weightOf({ ids, weights }: Postings, id: number): number {
  const at = lowerBound(ids.length, (position) => ids[position]! >= id);
  return ids[at] === id ? weights[at]! : 0;
}
