/**
 * Measures whether a search for a name finds it. Usage: node bench/names.ts --index FILE [--package Mathlib] [--count 1000]
 * [--seed 1] [--misses N] [--json FILE] [--markdown FILE]. Without output files, prints Markdown on stdout.
 */
import { openIndex } from '../src/index/open.ts';
import type { LibraryIndex } from '../src/index/library-index.ts';
import { searchLibrary } from '../src/search/search.ts';
import { percent, quantile, readFlags, REPORT_FLAGS, table, timed, writeReport } from './harness.ts';
import { makeNameQueries, type NameQuerySet } from './name-queries.ts';

interface SetResult {
  what: string;
  within: number;
  bar: number;
  found: number;
  share: number;
  passes: boolean;
  latency_ms: { median: number; p95: number; max: number };
  misses: { query: string; name: string; rank: number | null }[];
}

const values = readFlags(
  {
    index: { type: 'string' },
    package: { type: 'string', default: 'Mathlib' },
    count: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    misses: { type: 'string', default: '5' },
    ...REPORT_FLAGS,
  },
  ['index'],
);

/** Names that can be used in source text: neither private nor approximate. */
function namesOf(index: LibraryIndex, packageName: string): string[] {
  const sql =
    'SELECT DISTINCT name FROM declarations WHERE package = ? AND is_private = 0 AND is_approximate = 0 ORDER BY name';
  return index.all<{ name: string }>(sql, packageName).map(({ name }) => name);
}

const OPTIONS = { as: null, limit: 10, filters: {}, explain: false, fold: false };

async function runSet(index: LibraryIndex, { what, within, bar, queries }: NameQuerySet): Promise<SetResult> {
  const times: number[] = [];
  const misses: SetResult['misses'] = [];
  for (const { query, name } of queries) {
    const { hits } = await timed(times, () => searchLibrary(index, query, OPTIONS));
    const at = hits.findIndex(({ row }) => row.name === name);
    if (at < 0 || at >= within) misses.push({ query, name, rank: at < 0 ? null : at + 1 });
  }
  const share = 1 - misses.length / queries.length;
  const latency = { median: quantile(times, 0.5), p95: quantile(times, 0.95), max: quantile(times, 1) };
  return {
    what,
    within,
    bar,
    found: queries.length - misses.length,
    share,
    passes: share >= bar,
    latency_ms: latency,
    misses,
  };
}

function toMarkdown(results: SetResult[], maxMisses: number): string {
  const rows = results.map(({ what, within, bar, share, passes, latency_ms: { median, p95 } }) => [
    ...[what, `${percent(share)} in the first ${within}`, percent(bar), passes ? 'yes' : '**no**'],
    ...[`${median} ms`, `${p95} ms`],
  ]);
  const misses = results.flatMap(({ what, misses: missed }) =>
    missed
      .slice(0, maxMisses)
      .map(
        ({ query, name, rank }) =>
          `- ${what}: \`${query}\` for \`${name}\`, ${rank === null ? 'not in the first 10' : `rank ${rank}`}`,
      ),
  );
  return [
    ...table(['query', 'found', 'target', 'passes', 'median', '95th percentile'], rows),
    ...(misses.length === 0 ? [] : ['', 'Missed, for example:', ...misses]),
    '',
  ].join('\n');
}

const index = openIndex(values.index);
const names = namesOf(index, values.package);
const results: SetResult[] = [];
for (const set of makeNameQueries(names, Number(values.count), Number(values.seed)))
  results.push(await runSet(index, set));
const markdown = toMarkdown(results, Number(values.misses));
const report = {
  schema: 'lemmahead/bench-names@1',
  digest: index.meta('digest'),
  names: names.length,
  seed: Number(values.seed),
  sets: results,
};
writeReport(values, report, markdown);
if (results.some(({ passes }) => !passes)) process.exitCode = 1;
