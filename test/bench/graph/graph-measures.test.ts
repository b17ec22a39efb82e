/** Parts of the measures of `bench graph` that are computed without a library. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { figureText } from '../../../src/bench/graph/graph-tables.ts';
import { kolmogorovSmirnov } from '../../../src/bench/graph/kolmogorov-smirnov.ts';
import { hitsAt } from '../../../src/bench/graph/reachability.ts';
import { readCsv } from '../../../src/bench/graph/read-csv.ts';
import { trainTransE } from '../../../src/bench/graph/trans-e.ts';
import { directEdges, referenceEdges } from '../../../src/bench/graph/uses.ts';
import { mostHits, sweptWeights } from '../../../src/bench/graph/weight-sweep.ts';
import { csvLine } from '../../../src/graph/export/csv-tables.ts';
import { blueprintNodes } from '../../../src/sources/blueprint.ts';
import { readDocument } from '../../../src/sources/read-document.ts';
import { dotProduct } from '../../../src/vectors/unit-vector.ts';

test('hits are the share of the first that are reached; missing ones are not', () => {
  const distance = Int32Array.from([0, 1, 6, -1]);
  expect(hitsAt([1, 2, 3], distance, 1, 5)).toBe(1);
  expect(hitsAt([1, 2, 3], distance, 5, 5)).toBe(0.2);
  expect(hitsAt([1, 2, 3], distance, 5, 6)).toBe(0.4);
});

test('a perfect order has no more hits than there are entities within reach', () => {
  const distance = Int32Array.from([0, 1, 6, -1, 5]);
  expect([1, 2, 5].map((depth) => mostHits(distance, 0, depth))).toEqual([1, 1, 0.4]);
  expect(mostHits(Int32Array.from([0, -1]), 0, 1)).toBe(0);
});

test('swept weights have sum 1', () => {
  for (const weights of sweptWeights()) expect(weights.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1, 3);
});

describe('TransE', () => {
  const pairs = [0, 2, 4, 6, 8].map((head) => ({ head, relation: 0, tail: head + 1 }));
  const options = { dimension: 16, margin: 1, epochs: 200, rate: 0.01, seed: 3 };

  test('moves the tail of an edge near head and relation', () => {
    const vectors = trainTransE(pairs, 10, options);
    // All tails are a head plus the same relation, so pairs are more similar than others.
    const similarity = (a: number, b: number): number => dotProduct(vectors[a]!, vectors[b]!);
    const own = pairs.map(({ head, tail }) => similarity(head, tail));
    const others = pairs.map(({ head, tail }) => similarity(head, (tail + 2) % 10));
    expect(Math.min(...own)).toBeGreaterThan(Math.max(...others));
  });

  test('gives the same vectors for the same seed', () => {
    expect(trainTransE(pairs, 10, options)).toEqual(trainTransE(pairs, 10, options));
    expect(trainTransE(pairs, 10, options)).not.toEqual(trainTransE(pairs, 10, { ...options, seed: 4 }));
  });
});

test('the Kolmogorov–Smirnov test tells different samples from equal ones', () => {
  const one = Array.from({ length: 40 }, (_, at) => at / 40);
  expect(kolmogorovSmirnov(one, one)).toEqual({ statistic: 0, p: 1 });
  const { statistic, p } = kolmogorovSmirnov(
    one,
    one.map((value) => value + 0.5),
  );
  expect(statistic).toBeCloseTo(0.5);
  // scipy.stats.ks_2samp gives 7.4e-5 by the exact distribution.
  expect(p).toBeLessThan(1e-3);
  expect(p).toBeGreaterThan(1e-6);
});

test('CSV is read as it is written', () => {
  const rows = [
    ['a', 'b "quoted", with comma', 'two\nlines'],
    ['1', '', 'x'],
  ];
  expect(readCsv(rows.map(csvLine).join(''))).toEqual(rows);
  expect(csvLine(['=1+1'])).toBe("'=1+1\r\n");
});

test('figures are shown as shares or as counts', () => {
  expect(figureText({ value: 0.5, interval: [0.4, 0.6] })).toBe('.500 (.400–.600)');
  expect(figureText({ value: 12_345, interval: null })).toBe('12,345');
  expect(figureText({ value: -0.25, interval: null })).toBe('-.250');
});

test('edges by references do not count the `\\uses` that they are compared with', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lemmahead-uses-'));
  const path = join(folder, 'web.tex');
  writeFileSync(
    path,
    String.raw`\newtheorem{lemma}{Lemma}
\begin{lemma}\label{a} One.\end{lemma}
\begin{lemma}\label{b}\uses{a} Two.\end{lemma}
\begin{lemma}\label{c}\uses{a, b} By \cref{b,a} and \hyperref[d]{the last}.\end{lemma}
\begin{lemma}\label{d} Four.\end{lemma}
\begin{proof}\uses{b} By \ref{c}.\end{proof}`,
  );
  const edges = referenceEdges(blueprintNodes(await readDocument(path)));
  expect([...edges].toSorted()).toEqual(['2 0', '2 1', '2 3', '3 2']);
  rmSync(folder, { recursive: true });
});

describe('direct edges', () => {
  test.each<[string, string[], string[], string[]]>([
    ['none is implied', ['0 1', '1 2'], [], ['0 1', '1 2']],
    ['by a path of two others', ['0 1', '1 2', '0 2'], [], ['0 1', '1 2']],
    ['by given ones', ['0 2', '0 3'], ['0 1', '1 2'], ['0 3']],
    ['a cycle implies nothing by itself', ['0 1', '1 0'], [], ['0 1', '1 0']],
    ['a given edge may be found, too', ['0 1'], ['0 1'], ['0 1']],
  ])('%s', (_, edges, given, direct) => {
    expect([...directEdges(new Set(edges), new Set(given), 4)]).toEqual(direct);
  });
});
