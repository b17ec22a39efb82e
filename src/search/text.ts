/** The channel for queries in words: BM25F over the stems of names, docstrings, signatures and module docs. */
import type { LibraryIndex } from '../index/library-index.ts';
import type { Postings } from '../index/postings.ts';
import { IMPACTS } from '../index/words/impact.ts';
import { Tokeniser } from '../index/words/tokens.ts';
import { AtomReader } from './atom-reader.ts';
import { readKindIntent } from './text-intent.ts';
import { kindFactors, standings } from './text-prior.ts';
import { readTerms, type Term } from './text-query.ts';
import { refine } from './text-refine.ts';
import type { Channel, Contribution, Scored } from './types.ts';

/** k of x / (k + x): how soon more of the same word stops to count. */
const SATURATION = 1;

const SATURATED = IMPACTS.map((impact) => impact / (SATURATION + impact));

/** How many rows, at least, get the second look. */
const POOL = 300;

/** What is kept from query to query of one index. */
interface Workspace {
  tokeniser: Tokeniser;
  reader: AtomReader;
  standing: Float32Array;
  /** The largest of them. */
  highest: number;
  scores: Float32Array;
  /** Best spelling of the term at hand, zero between terms. */
  best: Float32Array;
}

const workspaces = new WeakMap<LibraryIndex, Workspace>();

function workspaceOf(index: LibraryIndex): Workspace {
  let workspace = workspaces.get(index);
  if (workspace === undefined) {
    const tokeniser = new Tokeniser();
    const standing = standings(index.columns);
    workspace = {
      tokeniser,
      reader: new AtomReader(tokeniser),
      standing,
      highest: standing.reduce((most, one) => Math.max(most, one), 0),
      scores: new Float32Array(index.idLimit),
      best: new Float32Array(index.idLimit),
    };
    workspaces.set(index, workspace);
  }
  return workspace;
}

/**
 * Rows for a query in plain words, symbols or LaTeX. Score = standing · Σ idf·x/(k+x) / Σ idf, refined for the best:
 * about 0 to 2. Scores of different queries compare only loosely.
 */
export const searchText: Channel = (index, query, { limit, explain, allow }) => {
  const workspace = workspaceOf(index);
  const { intent, rest } = readKindIntent(query);
  const terms = readTerms(index, workspace.tokeniser, rest);
  if (terms.length === 0) return [];
  const total = terms.reduce((sum, { idf }) => sum + idf, 0);
  addUp(workspace, terms);
  const found = bestOf(workspace, kindFactors(intent), index.columns.kind, Math.max(limit, POOL), allow);
  for (const hit of found) hit.score /= total;
  if (explain) for (const hit of found) hit.contributions = contributionsOf(terms, total, hit);
  refine(index, workspace.reader, { query, terms, intent }, found);
  return found.slice(0, limit);
};

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

/** The `limit` allowed rows with the highest score times standing, best first; equal ones in the order of the rows. */
function bestOf(
  { scores, standing, highest }: Workspace,
  byKind: readonly number[],
  kinds: Uint8Array,
  limit: number,
  allow: ((id: number) => boolean) | null,
): Scored[] {
  const mostFactor = highest * Math.max(...byKind);
  let found: Scored[] = [];
  let threshold = 0;
  /** What no standing could lift above the threshold. */
  let hopeless = 0;
  for (let id = 0; id < scores.length; id++) {
    // Rows without any of the words, and later those with few of them, are most.
    if (scores[id]! <= hopeless) continue;
    const score = scores[id]! * standing[id]! * (byKind[kinds[id]!] ?? 0);
    if (score <= threshold || (allow !== null && !allow(id))) continue;
    found.push({ id, score });
    if (found.length < 2 * limit + 16) continue;
    found = bestFew(found, limit);
    threshold = lowest(found);
    hopeless = (threshold / mostFactor) * (1 - ROUNDING);
  }
  return bestFew(found, limit).sort((a, b) => b.score - a.score || a.id - b.id);
}

const ROUNDING = 1e-6;

/** The best `limit`, in the order of the rows; of equal ones the first. */
function bestFew(found: Scored[], limit: number): Scored[] {
  if (found.length <= limit) return found;
  const scores = Float64Array.from(found, ({ score }) => score).sort();
  const least = scores[scores.length - limit]!;
  let ties = limit;
  for (let at = scores.length - 1; scores[at]! > least; at--) ties--;
  return found.filter(({ score }) => score > least || (score === least && ties-- > 0));
}

function lowest(found: readonly Scored[]): number {
  let least = Infinity;
  for (const { score } of found) if (score < least) least = score;
  return least;
}

function contributionsOf(terms: readonly Term[], total: number, hit: Scored): Contribution[] {
  const contributions: Contribution[] = [];
  let sum = 0;
  for (const { surface, idf, spellings } of terms) {
    let points = 0;
    let by = '';
    for (const { stem, postings, weight } of spellings) {
      const gained = (idf * weight * SATURATED[weightOf(postings, hit.id)]!) / total;
      if (gained > points) [points, by] = [gained, stem];
    }
    if (points === 0) continue;
    sum += points;
    contributions.push({
      what: by === spellings[0]!.stem ? `word '${surface}'` : `word '${surface}' as '${by}'`,
      points,
    });
  }
  contributions.push({ what: 'kind, origin and uses', points: hit.score - sum });
  return contributions;
}

/** The weight of a row in a list, 0 if it is not in it: a binary search. */
function weightOf({ ids, weights }: Postings, id: number): number {
  let low = 0;
  let high = ids.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (ids[middle] === id) return weights[middle]!;
    if (ids[middle]! < id) low = middle + 1;
    else high = middle - 1;
  }
  return 0;
}
