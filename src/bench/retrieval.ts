/** Runs queries with known answers against an index and against a plain full-text baseline. Scores both. */
import type { LibraryIndex } from '../index/library-index.ts';
import { WORDS_ONLY, type VectorSearch } from '../search/library/vector-channel.ts';
import { fullTextSearch } from '../search/full-text.ts';
import { searchLibrary } from '../search/search.ts';
import { bootstrapInterval, latencyOf, MEASURES, meanScores, scoreQuery } from './metrics.ts';
import type { BenchQuery } from './query-file.ts';
import type { QueryScores, RetrievalReport } from './retrieval-schema.ts';

/** Returns at most `limit` full names for a query, best first. */
export type Ranker = (query: string, limit: number) => string[] | Promise<string[]>;

/** Number of hits to request per query. The deepest metric is recall@50. */
const DEPTH = 50;

const BASELINE = 'bm25(decls_fts, 10, 3, 1) over name, signature, doc; words of the query joined by OR';

/**
 * Scores `ranker` and the baseline on the same queries and golds. The rank of a gold is the rank of its own name: a hit
 * that represents folded variants counts for its own name only.
 */
export async function measureRetrieval(
  index: LibraryIndex,
  queries: readonly BenchQuery[],
  ranker: Ranker,
): Promise<RetrievalReport> {
  const missing = [...new Set(queries.flatMap(({ gold }) => gold))].filter(
    (name) => index.idsByName(name).length === 0,
  );
  const scored = queries
    .map((query) => ({ ...query, gold: query.gold.filter((name) => !missing.includes(name)) }))
    .filter(({ gold }) => gold.length > 0);
  const own = await runAll(scored, ranker);
  const baseline = await runAll(scored, makeBaseline(index));
  const kindOf = ({ kind, gold }: BenchQuery): string =>
    kind ?? index.row(index.idsByName(gold[0]!)[0]!)?.kind ?? 'unknown';
  return {
    ...meanScores(own.scores),
    queries: scored.length,
    intervals: intervalsOf(own.scores),
    by_style: groupScores(scored, own.scores, ({ style }) => style),
    by_kind: groupScores(scored, own.scores, kindOf),
    missing_gold: { names: missing, dropped_queries: queries.length - scored.length },
    latency_ms: latencyOf(own.milliseconds),
    baseline: { ...meanScores(baseline.scores), what: BASELINE, latency_ms: latencyOf(baseline.milliseconds) },
  };
}

async function runAll(
  queries: readonly BenchQuery[],
  ranker: Ranker,
): Promise<{ scores: QueryScores[]; milliseconds: number[] }> {
  const scores: QueryScores[] = [];
  const milliseconds: number[] = [];
  for (const { query, gold } of queries) {
    const start = performance.now();
    const names = await ranker(query, DEPTH);
    milliseconds.push(performance.now() - start);
    scores.push(scoreQuery(gold.map((name) => rankOf(names, name))));
  }
  return { scores, milliseconds };
}

function rankOf(names: readonly string[], name: string): number | null {
  const at = names.indexOf(name);
  return at < 0 ? null : at + 1;
}

function intervalsOf(scores: readonly QueryScores[]): RetrievalReport['intervals'] {
  const intervals = {} as RetrievalReport['intervals'];
  for (const measure of MEASURES) intervals[measure] = bootstrapInterval(scores.map((each) => each[measure]));
  return intervals;
}

function groupScores(
  queries: readonly BenchQuery[],
  scores: readonly QueryScores[],
  groupOf: (query: BenchQuery) => string,
): Record<string, QueryScores & { n: number }> {
  const groups = new Map<string, QueryScores[]>();
  for (const [i, query] of queries.entries()) {
    const group = groupOf(query);
    groups.set(group, [...(groups.get(group) ?? []), scores[i]!]);
  }
  const sorted = [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([group, members]) => [group, { n: members.length, ...meanScores(members) }]));
}

/**
 * The ranker of `lemmahead search`, with its detection of query shapes but without folding: a hit that represents its
 * variants would take their ranks.
 */
export function makeSearchRanker(index: LibraryIndex, vectors: VectorSearch | null = null): Ranker {
  const options = { as: null, filters: {}, explain: false, fold: false, vectors };
  return async (query, limit) => {
    const { hits, notices } = await searchLibrary(index, query, { ...options, limit });
    if (vectors !== null && notices.some((notice) => notice.startsWith(WORDS_ONLY))) throw new Error(notices.join(' '));
    return hits.map(({ row }) => row.name);
  };
}

/** Plain full-text search: what SQLite offers without additions. */
export function makeBaseline(index: LibraryIndex): Ranker {
  return (query, limit) => fullTextSearch(index, query, limit);
}
