/** Runs questions with known passages against the library, and scores them. */
import type { Entry } from '../library/entry.ts';
import { labelsOf } from '../library/filter-entries.ts';
import type { Library } from '../library/library.ts';
import { searchEntries, type EntryChannel, type EntrySearchOptions } from '../search/library/search-entries.ts';
import { mean, percentile } from './metrics.ts';
import type { BenchQuery } from './query-file.ts';

/** Shares of questions with a passage that answers among the first so many, and the mean of 1 / its place. */
export interface AnswerScores {
  n: number;
  'answered@1': number;
  'answered@5': number;
  'answered@20': number;
  mrr: number;
}

export interface LibraryRetrievalReport extends AnswerScores {
  by_style: Record<string, AnswerScores>;
  /** Labels that the library does not have. A question without any other gold is not scored. */
  missing_gold: string[];
  /** Those that served every question. */
  channels: EntryChannel[];
  notices: string[];
  latency_ms: { median: number; p95: number; max: number };
}

const DEPTH = 20;

/** A gold is the label of a passage. */
export async function measureLibrary(
  library: Library,
  queries: readonly BenchQuery[],
  options: Omit<EntrySearchOptions, 'limit'>,
): Promise<LibraryRetrievalReport> {
  const labels = labelsOf(library.database);
  const known = new Set([...labels.values()].flat());
  const missing = [...new Set(queries.flatMap(({ gold }) => gold))].filter((label) => !known.has(label));
  const scored = queries.filter(({ gold }) => gold.some((label) => known.has(label)));
  const places: { style: string; place: number | null }[] = [];
  const milliseconds: number[] = [];
  const notices = new Set<string>();
  let channels: EntryChannel[] = ['words', 'vectors'];
  for (const { query, gold, style } of scored) {
    const start = performance.now();
    const result = await searchEntries(library, query, { ...options, limit: DEPTH });
    milliseconds.push(performance.now() - start);
    for (const notice of result.notices) notices.add(notice);
    channels = channels.filter((channel) => result.channels.includes(channel));
    const isGold = ({ id }: Entry): boolean => gold.some((label) => labels.get(id)?.includes(label));
    const at = result.hits.findIndex(({ entry, copies }) => [entry, ...copies].some(isGold));
    places.push({ style, place: at < 0 ? null : at + 1 });
  }
  const styles = [...new Set(places.map(({ style }) => style))].sort();
  return {
    ...scoresOf(places.map(({ place }) => place)),
    by_style: Object.fromEntries(
      styles.map((style) => [style, scoresOf(places.filter((each) => each.style === style).map(({ place }) => place))]),
    ),
    missing_gold: missing,
    channels,
    notices: [...notices],
    latency_ms: {
      median: percentile(milliseconds, 0.5),
      p95: percentile(milliseconds, 0.95),
      max: percentile(milliseconds, 1),
    },
  };
}

function scoresOf(places: readonly (number | null)[]): AnswerScores {
  const within = (count: number): number => mean(places.map((place) => (place !== null && place <= count ? 1 : 0)));
  return {
    n: places.length,
    'answered@1': within(1),
    'answered@5': within(5),
    'answered@20': within(DEPTH),
    mrr: mean(places.map((place) => (place === null ? 0 : 1 / place))),
  };
}
