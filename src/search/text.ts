/** Channel for queries in words without learned ranking: BM25F, with reranking of the best rows. */
import { pointsOf, scoreWords, type LexicalScores } from './lexical.ts';
import { kindFactors } from './text-prior.ts';
import type { Term } from './text-query.ts';
import { refine } from './text-refine.ts';
import type { Channel, Contribution, Scored } from './types.ts';

/** Minimum number of rows that are reranked. */
const POOL = 300;

/**
 * Rows for a query in plain words, symbols or LaTeX. Score = prior · Σ idf·x/(k+x) / Σ idf, refined for the best rows:
 * about 0 to 2. Scores of different queries are only roughly comparable.
 */
export const searchText: Channel = (index, query, { limit, explain, allow }) => {
  const lexical = scoreWords(index, query);
  const { intent, terms, total, reader } = lexical;
  if (terms.length === 0) return [];
  const found = bestOf(lexical, kindFactors(intent), index.columns.kind, Math.max(limit, POOL), allow);
  for (const hit of found) hit.score /= total;
  if (explain) for (const hit of found) hit.contributions = contributionsOf(terms, total, hit);
  refine(index, reader, { query, terms, intent }, found);
  return found.slice(0, limit);
};

/** The `limit` allowed rows with the highest score times prior, best first; ties in row order. */
function bestOf(
  { scores, priors, maxPrior }: LexicalScores,
  byKind: readonly number[],
  kinds: Uint8Array,
  limit: number,
  allow: ((id: number) => boolean) | null,
): Scored[] {
  const maxFactor = maxPrior * Math.max(...byKind);
  let found: Scored[] = [];
  let threshold = 0;
  /** Scores up to this cannot exceed the threshold with any prior. */
  let skipBelow = 0;
  for (let id = 0; id < scores.length; id++) {
    // Most rows have none of the words, or only a few of them.
    if (scores[id]! <= skipBelow) continue;
    const score = scores[id]! * priors[id]! * (byKind[kinds[id]!] ?? 0);
    if (score <= threshold || (allow !== null && !allow(id))) continue;
    found.push({ id, score });
    if (found.length < 2 * limit + 16) continue;
    found = bestFew(found, limit);
    threshold = lowest(found);
    skipBelow = (threshold / maxFactor) * (1 - ROUNDING);
  }
  return bestFew(found, limit).sort((a, b) => b.score - a.score || a.id - b.id);
}

const ROUNDING = 1e-6;

/** The best `limit` hits, in row order; of ties the first. */
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
  for (const term of terms) {
    const { points: gained, stem } = pointsOf(term, hit.id);
    if (gained === 0) continue;
    const points = gained / total;
    sum += points;
    contributions.push({
      what: stem === term.stem ? `word '${term.surface}'` : `word '${term.surface}' as '${stem}'`,
      points,
    });
  }
  contributions.push({ what: 'kind, origin and uses', points: hit.score - sum });
  return contributions;
}
