/**
 * Tests pattern search on an index of Mathlib: expected names must be found, others must not, and the time is measured.
 * `node bench/patterns.ts --index FILE [--queries FILE] [--json]` prints Markdown, or JSON with `--json`.
 *
 * A case is right if every `found` is in the first 200 hits and no `notFound` is in any hit. A name that is not in the
 * index makes its case wrong: then the case is out of date.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Failure } from '../src/base/errors.ts';
import type { LibraryIndex } from '../src/index/library-index.ts';
import { openIndex } from '../src/index/open.ts';
import { searchPattern } from '../src/search/pattern.ts';
import { print, quantile, readFlags, table, toJson } from './harness.ts';

interface PatternCase {
  pattern: string;
  found: string[];
  notFound: string[];
  about: string;
}

interface CaseResult extends PatternCase {
  hits: number;
  milliseconds: number;
  missed: string[];
  wrong: string[];
  unknown: string[];
  /** 1-based rank of the lowest-ranked `found`. */
  worstRank: number | null;
  failure: string | null;
}

const FIRST = 200;
const ALL = 1_000_000;
const DEFAULT_QUERIES = fileURLToPath(new URL('queries/patterns.jsonl', import.meta.url));

function runCase(index: LibraryIndex, patternCase: PatternCase): CaseResult {
  const { pattern, found, notFound } = patternCase;
  const result: CaseResult = {
    ...patternCase,
    hits: 0,
    milliseconds: 0,
    missed: [],
    wrong: [],
    unknown: [],
    worstRank: null,
    failure: null,
  };
  result.unknown = [...found, ...notFound].filter((name) => index.idsByName(name).length === 0);
  try {
    const start = performance.now();
    const first = searchPattern(index, pattern, { limit: FIRST, explain: false, allow: null });
    result.milliseconds = performance.now() - start;
    const all = searchPattern(index, pattern, { limit: ALL, explain: false, allow: null });
    const names = index.nameRows(first.map(({ id }) => id)).map(({ name }) => name);
    const allNames = new Set(index.nameRows(all.map(({ id }) => id)).map(({ name }) => name));
    result.hits = all.length;
    result.missed = found.filter((name) => !names.includes(name));
    result.wrong = notFound.filter((name) => allNames.has(name));
    if (result.missed.length === 0) result.worstRank = Math.max(...found.map((name) => names.indexOf(name) + 1));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    result.failure = error.detail.message;
  }
  return result;
}

function isRight({ missed, wrong, unknown, failure }: CaseResult): boolean {
  return missed.length === 0 && wrong.length === 0 && unknown.length === 0 && failure === null;
}

function summary(results: readonly CaseResult[]) {
  const times = results.map(({ milliseconds }) => milliseconds);
  const ranks = results.flatMap(({ worstRank }) => worstRank ?? []);
  return {
    cases: results.length,
    right: results.filter(isRight).length,
    accuracy: results.filter(isRight).length / Math.max(1, results.length),
    'all found in first 10': ranks.filter((rank) => rank <= 10).length / Math.max(1, results.length),
    'median ms': quantile(times, 0.5),
    'p95 ms': quantile(times, 0.95),
    'max ms': quantile(times, 1),
  };
}

function markdown(results: readonly CaseResult[]): string {
  const rows = Object.entries(summary(results)).map(([name, value]) => [
    name,
    Number.isInteger(value) ? value : value.toFixed(3),
  ]);
  const wrong = results
    .filter((result) => !isRight(result))
    .map((result) => {
      const why = [
        result.failure ?? '',
        result.missed.length > 0 ? `missed ${result.missed.join(', ')}` : '',
        result.wrong.length > 0 ? `wrongly found ${result.wrong.join(', ')}` : '',
        result.unknown.length > 0 ? `not in this index: ${result.unknown.join(', ')}` : '',
      ];
      return `- \`${result.pattern}\` (${result.about}): ${why.filter((one) => one !== '').join('; ')}`;
    });
  return [...table(['patterns', ''], rows), '', ...wrong].join('\n');
}

const values = readFlags(
  { index: { type: 'string' }, queries: { type: 'string', default: DEFAULT_QUERIES }, json: { type: 'boolean' } },
  ['index'],
);
const cases = readFileSync(values.queries, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as PatternCase);
const index = openIndex(values.index);
// Loads what a process loads once (the notation table, the columns), so it does not count as query time.
searchPattern(index, '_ + _ = 0', { limit: 1, explain: false, allow: null });
const results = cases.map((each) => runCase(index, each));
index.close();
if (values.json === true)
  process.stdout.write(toJson({ schema: 'lemmahead/bench-patterns@1', ...summary(results), results }));
else print(markdown(results));
