/** Runs queries with known answer passages against the library and scores the results. */
import type { Entry } from '../library/entry.ts';
import { labelsOf } from '../library/filter-entries.ts';
import type { Library } from '../library/library.ts';
import { ENTRY_CHANNEL_NAMES, type EntryChannel } from '../search/library/entry-channels.ts';
import { searchEntries, type EntrySearchOptions } from '../search/library/search-entries.ts';
import { latencyOf, mean } from './metrics.ts';
import type { BenchQuery } from './query-file.ts';
import type { AnswerScores, LibraryRetrievalReport } from './retrieval-schema.ts';

const DEPTH = 20;

/** Golds are passage labels. */
export async function measureLibrary(
  library: Library,
  queries: readonly BenchQuery[],
  options: Omit<EntrySearchOptions, 'limit'>,
): Promise<LibraryRetrievalReport> {
  const labels = labelsOf(library.database);
  const known = new Set([...labels.values()].flat());
  const missing = [...new Set(queries.flatMap(({ gold }) => gold))].filter((label) => !known.has(label));
  const scored = queries.filter(({ gold }) => gold.some((label) => known.has(label)));
  const ranked: { style: string; rank: number | null }[] = [];
  const milliseconds: number[] = [];
  const notices = new Set<string>();
  let channels: EntryChannel[] = [...ENTRY_CHANNEL_NAMES];
  for (const { query, gold, style } of scored) {
    const start = performance.now();
    const result = await searchEntries(library, query, { ...options, limit: DEPTH });
    milliseconds.push(performance.now() - start);
    for (const notice of result.notices) notices.add(notice);
    channels = channels.filter((channel) => result.channels.includes(channel));
    const isGold = ({ id }: Entry): boolean => gold.some((label) => labels.get(id)?.includes(label));
    const at = result.hits.findIndex(({ entry, copies }) => [entry, ...copies].some(isGold));
    ranked.push({ style, rank: at < 0 ? null : at + 1 });
  }
  const styles = [...new Set(ranked.map(({ style }) => style))].sort();
  return {
    ...scoresOf(ranked.map(({ rank }) => rank)),
    by_style: Object.fromEntries(
      styles.map((style) => [style, scoresOf(ranked.filter((each) => each.style === style).map(({ rank }) => rank))]),
    ),
    missing_gold: missing,
    channels,
    notices: [...notices],
    latency_ms: latencyOf(milliseconds),
  };
}

function scoresOf(ranks: readonly (number | null)[]): AnswerScores {
  const within = (count: number): number => mean(ranks.map((rank) => (rank !== null && rank <= count ? 1 : 0)));
  return {
    n: ranks.length,
    'answered@1': within(1),
    'answered@5': within(5),
    'answered@20': within(DEPTH),
    mrr: mean(ranks.map((rank) => (rank === null ? 0 : 1 / rank))),
  };
}
