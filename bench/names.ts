/**
 * Measures whether a search for a name finds it. Usage: node bench/names.ts --index FILE [--package Mathlib] [--count 1000]
 * [--seed 1] [--misses N] [--json FILE] [--markdown FILE]. Without output files, prints Markdown on stdout.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openIndex } from '../src/index/open.ts';
import type { LibraryIndex } from '../src/index/library-index.ts';
import { searchLibrary } from '../src/search/search.ts';
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

const { values } = parseArgs({
  options: {
    index: { type: 'string' },
    package: { type: 'string', default: 'Mathlib' },
    count: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    misses: { type: 'string', default: '5' },
    json: { type: 'string' },
    markdown: { type: 'string' },
  },
});

/** Names that can be used in source text: neither private nor approximate. */
function namesOf(index: LibraryIndex, packageName: string): string[] {
  const sql =
    'SELECT DISTINCT name FROM declarations WHERE package = ? AND is_private = 0 AND is_approximate = 0 ORDER BY name';
  return index.all<{ name: string }>(sql, packageName).map(({ name }) => name);
}

async function runSet(index: LibraryIndex, { what, within, bar, queries }: NameQuerySet): Promise<SetResult> {
  const times: number[] = [];
  const misses: SetResult['misses'] = [];
  for (const { query, name } of queries) {
    const start = performance.now();
    const { hits } = await searchLibrary(index, query, {
      as: null,
      limit: 10,
      filters: {},
      explain: false,
      fold: false,
    });
    times.push(performance.now() - start);
    const at = hits.findIndex(({ row }) => row.name === name);
    if (at < 0 || at >= within) misses.push({ query, name, rank: at < 0 ? null : at + 1 });
  }
  times.sort((a, b) => a - b);
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

function quantile(sorted: number[], p: number): number {
  return Number((sorted[Math.min(Math.floor(sorted.length * p), sorted.length - 1)] ?? 0).toFixed(2));
}

function toMarkdown(results: SetResult[], maxMisses: number): string {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  const rows = results.map(
    ({ what, within, bar, share, passes, latency_ms: { median, p95 } }) =>
      `| ${what} | ${percent(share)} in the first ${within} | ${percent(bar)} | ${passes ? 'yes' : '**no**'} | ${median} ms | ${p95} ms |`,
  );
  const misses = results.flatMap(({ what, misses: missed }) =>
    missed
      .slice(0, maxMisses)
      .map(
        ({ query, name, rank }) =>
          `- ${what}: \`${query}\` for \`${name}\`, ${rank === null ? 'not in the first 10' : `rank ${rank}`}`,
      ),
  );
  return [
    '| query | found | target | passes | median | 95th percentile |',
    '|---|---|---|---|---|---|',
    ...rows,
    ...(misses.length === 0 ? [] : ['', 'Missed, for example:', ...misses]),
    '',
  ].join('\n');
}

if (values.index === undefined) throw new Error('--index FILE is required');
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
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
if (values.markdown !== undefined) writeFileSync(values.markdown, markdown);
if (values.json === undefined && values.markdown === undefined) process.stdout.write(markdown);
if (results.some(({ passes }) => !passes)) process.exitCode = 1;
