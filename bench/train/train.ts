/**
 * `npm run train -- --mathlib PATH [--queries FILE…] [--out FILE] [--report FILE] [--ablation]`: trains the weights that
 * the package ships on a checkout of Mathlib and labelled queries. Users never need it.
 *
 * Deterministic: the same input gives the same file. Trains the tables of token vectors on the library's own prose, builds
 * an index with these vectors, then trains the ranker on the features that the search computes. Scores in the report are
 * cross-validated by answer, except `seen`, which are the scores of the written weights on their training queries.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { sha256 } from '../../src/base/hash.ts';
import { readQueryFile } from '../../src/bench/query-file.ts';
import { buildIndex } from '../../src/index/build.ts';
import type { LibraryIndex } from '../../src/index/library-index.ts';
import { openIndex } from '../../src/index/open.ts';
import { namedRoots } from '../../src/index/roots.ts';
import { QUERY_FEATURES } from '../../src/search/rank/encoded-query.ts';
import { ROW_FEATURES } from '../../src/search/rank/features.ts';
import { featuresId } from '../../src/search/rank/learned-ranker.ts';
import { readWeights, SHIPPED_WEIGHTS, type Weights } from '../../src/vectors/weights.ts';
import { readFlags, toJson } from '../harness.ts';
import { learnTables } from './encoder.ts';
import { type Example, makeExamples } from './examples.ts';
import { makePairs } from './pairs.ts';
import { learnPremiseRanker, learnPremiseTables } from './premises/learn.ts';
import { learnWordRanker } from './word-ranker.ts';
import { readRowWords } from './rows.ts';
import { chooseVocabulary } from './vocabulary.ts';
import { type LearnedWeights, writeWeights } from './write-weights.ts';

const SEED = 1;
const ENCODER = { dimension: 128, batch: 256, epochs: 4, rate: 2e-3, temperature: 0.07, dropout: 0.2, seed: SEED };

const values = readFlags(
  {
    mathlib: { type: 'string' },
    queries: { type: 'string', multiple: true },
    out: { type: 'string', default: SHIPPED_WEIGHTS },
    report: { type: 'string' },
    ablation: { type: 'boolean', default: false },
  },
  ['mathlib'],
);
const queryFiles = values.queries ?? ['bench/queries/words.jsonl', 'bench/queries/terms.jsonl'];
const start = performance.now();
const folder = mkdtempSync(join(tmpdir(), 'lemmahead-train-'));
try {
  await train(values.mathlib, queryFiles);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function log(message: string): void {
  process.stderr.write(`${((performance.now() - start) / 1000).toFixed(0).padStart(5)} s  ${message}\n`);
}

async function train(mathlib: string, files: readonly string[]): Promise<void> {
  const roots = namedRoots([{ name: 'Mathlib', path: mathlib }], process.cwd());
  const build = async (name: string, weights: string | null): Promise<LibraryIndex> => {
    const indexPath = join(folder, name);
    const signal = new AbortController().signal;
    const rest = { add: false, rehash: false, manifestHash: '', signal, onProgress: () => undefined };
    await buildIndex({ ...roots, ...rest, indexPath, weights });
    log(`index ${name}`);
    return openIndex(indexPath);
  };
  const plain = await build('plain.sqlite', null);
  const tables = await learnTokens(plain, files);
  plain.close();
  const draft = join(folder, 'draft.weights');
  const learned: LearnedWeights = {
    ...tables,
    rankers: {},
    provenance: {
      mathlib: roots.packages[0]?.rev ?? 'unknown',
      queries: Object.fromEntries(files.map((file) => [basename(file), sha256(readFileSync(file))])),
      seed: SEED,
      date: new Date().toISOString().slice(0, 10),
      scores: {},
    },
  };
  writeFileSync(draft, writeWeights(learned));
  const weights = readWeights(draft);
  const index = await build('vectors.sqlite', draft);
  const examples = await readExamples(index, weights, files);
  log(`${examples.length} queries with their pools`);
  const { ranker, report } = await learnWordRanker(examples, { seed: SEED, ablation: values.ablation, log });
  learned.rankers.words = { features: featuresId(ROW_FEATURES, QUERY_FEATURES), weights: ranker };
  learned.provenance.scores = { words: report.summary };
  const proofs = { packageName: roots.packages[0]!.name, seed: SEED, log };
  learned.premises = learnPremiseTables(index, weights.tables, proofs);
  // The ranker is trained on the tables as they will be read, with one byte per component.
  writeFileSync(draft, writeWeights(learned));
  const { tables: read, premises } = readWeights(draft);
  learned.rankers.premises = learnPremiseRanker(index, { tables: read, premises: premises! }, proofs);
  index.close();
  mkdirSync(dirname(values.out), { recursive: true });
  const bytes = writeWeights(learned);
  writeFileSync(values.out, bytes);
  log(`${values.out}: ${(bytes.length / 1e6).toFixed(2)} MB`);
  const text = toJson({ provenance: learned.provenance, ...report });
  if (values.report === undefined) process.stdout.write(text);
  else writeFileSync(values.report, text);
}

/** Learns tables of all stems that are frequent enough in Mathlib. Excludes the answers to the queries. */
async function learnTokens(
  index: LibraryIndex,
  files: readonly string[],
): Promise<Pick<LearnedWeights, 'vocabulary' | 'rarity' | 'dimension' | 'query' | 'statement'>> {
  const words = readRowWords(index);
  const { stems, rarity, codes } = chooseVocabulary(words);
  const queries = (await Promise.all(files.map((file) => readQueryFile(file)))).flat();
  const excluded = new Set(queries.flatMap(({ gold }) => gold.flatMap((name) => index.idsByName(name))));
  const pairs = makePairs({ words, codes, rarity, excluded, seed: SEED });
  log(`${stems.length} stems, ${pairs.targets.length} pairs of text and statement`);
  const tables = learnTables(pairs, {
    ...ENCODER,
    vocabularySize: stems.length,
    onEpoch: (epoch, loss, accuracy) =>
      log(`encoder, epoch ${epoch}: loss ${loss.toFixed(3)}, correct in batch ${(100 * accuracy).toFixed(1)} %`),
  });
  return { vocabulary: stems, rarity, dimension: ENCODER.dimension, ...tables };
}

async function readExamples(index: LibraryIndex, weights: Weights, files: readonly string[]): Promise<Example[]> {
  const examples: Example[] = [];
  for (const file of files) {
    const queries = await readQueryFile(file);
    const set = basename(file, '.jsonl');
    examples.push(...makeExamples(index, weights, set, queries, { withTopic: false }));
    examples.push(...makeExamples(index, weights, `${set} with topic`, queries, { withTopic: true }));
  }
  return examples;
}
