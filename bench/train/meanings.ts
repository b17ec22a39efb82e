/**
 * Learns the weights of `src/search/concepts/rank-meanings.ts` from terms with known definitions, and prints them:
 *
 *     node bench/train/meanings.ts --index FILE --concepts FILE --queries FILE… [--held-out FILE]
 *
 * Listwise: the softmax of the scores over the candidates of a term must concentrate on its definitions. No weight may
 * become negative, since every feature is made so that more is better. A bare word and a phrase have weights of their
 * own. Also prints the 2-fold cross-validated hits. Build the base without lists. Terms of --held-out are
 * not learned from, so that its file can be measured with the weights.
 */
import { parseArgs } from 'node:util';
import { readQueryFile, type BenchQuery } from '../../src/bench/query-file.ts';
import { openConceptBase } from '../../src/concepts/open-base.ts';
import { openIndex } from '../../src/index/open.ts';
import { normalForm } from '../../src/search/concepts/normal-form.ts';
import { DEFINITION_KINDS, FEATURES, meaningFeatures } from '../../src/search/concepts/rank-meanings.ts';

const STEPS = 400;
const RATE = 0.05;
const DECAY = 0.004;
/** A query with several meanings counts as much as this many of the others. */
const GROUPED_WEIGHT = 4;

interface Example {
  /** One row of standardised features per candidate. */
  rows: Float64Array[];
  isGold: boolean[];
  weight: number;
}

const NAMES = Object.keys(FEATURES) as (keyof typeof FEATURES)[];

const { values } = parseArgs({
  options: {
    index: { type: 'string' },
    concepts: { type: 'string' },
    queries: { type: 'string', multiple: true, default: [] },
    'held-out': { type: 'string', multiple: true, default: [] },
  },
});
if (values.index === undefined || values.concepts === undefined || values.queries.length === 0)
  throw new Error('usage: node bench/train/meanings.ts --index FILE --concepts FILE --queries FILE…');
const index = openIndex(values.index);
const base = openConceptBase(values.concepts);

const isDefinition = ({ kind }: BenchQuery) =>
  kind === undefined || (DEFINITION_KINDS as readonly string[]).includes(kind);
const read = async (files: readonly string[]) => (await Promise.all(files.map(readQueryFile))).flat();
const heldOut = new Set((await read(values['held-out'])).map(({ query }) => normalForm(query)));
const queries = (await read(values.queries)).filter(
  (each) => isDefinition(each) && !heldOut.has(normalForm(each.query)),
);
for (const isPhrase of [false, true]) {
  const own = queries.filter(({ query }) => normalForm(query).includes(' ') === isPhrase);
  const raw = await Promise.all(own.map(exampleOf));
  const scale = deviations(raw.flatMap(({ rows }) => rows));
  for (const { rows } of raw) for (const row of rows) row.forEach((value, i) => (row[i] = value / scale[i]!));
  const examples = raw.filter(({ isGold }) => isGold.includes(true));
  const halves = [0, 1].map((half) => examples.filter((_, i) => i % 2 === half));
  const hits = [1, 3, 10].map((k) => {
    const found = halves.map((half, i) => countHits(half, learn(halves[1 - i]!), k));
    return `${k}: ${((found[0]! + found[1]!) / raw.length).toFixed(3)}`;
  });
  const weights = learn(examples).map((weight, i) => weight / scale[i]!);
  const largest = Math.max(...weights);
  process.stdout.write(
    `${isPhrase ? 'phrases' : 'words'} (${raw.length}), cross-validated hits at ${hits.join(', ')}\n`,
  );
  for (const [i, name] of NAMES.entries())
    process.stdout.write(`  ${name}: ${((10 * weights[i]!) / largest).toFixed(2)}\n`);
}
base.close();
index.close();

async function exampleOf({ query, gold, context = [], groups }: BenchQuery): Promise<Example> {
  const candidates = await meaningFeatures(index, base, query, context.length === 0 ? null : context.join(', '));
  return {
    rows: Array.from(candidates.values(), (features) => Float64Array.from(NAMES, (name) => features[name])),
    isGold: Array.from(candidates.keys(), (number) => gold.includes(base.definition(number).name)),
    weight: groups === undefined ? 1 : GROUPED_WEIGHT,
  };
}

function deviations(rows: readonly Float64Array[]): number[] {
  return NAMES.map((_, i) => {
    const mean = rows.reduce((sum, row) => sum + row[i]!, 0) / rows.length;
    return Math.sqrt(rows.reduce((sum, row) => sum + (row[i]! - mean) ** 2, 0) / rows.length) || 1;
  });
}

/** Adam on −ln Σ p(gold) with weight decay, projected to weights of at least 0. */
function learn(examples: readonly Example[]): number[] {
  const weights = NAMES.map(() => 0.1);
  const first = NAMES.map(() => 0);
  const second = NAMES.map(() => 0);
  const total = examples.reduce((sum, { weight }) => sum + weight, 0);
  for (let step = 1; step <= STEPS; step++) {
    const gradient = weights.map((weight) => DECAY * weight);
    for (const example of examples) addGradient(example, weights, example.weight / total, gradient);
    for (const [i, slope] of gradient.entries()) {
      first[i] = 0.9 * first[i]! + 0.1 * slope;
      second[i] = 0.99 * second[i]! + 0.01 * slope * slope;
      const change = first[i] / (1 - 0.9 ** step) / (Math.sqrt(second[i] / (1 - 0.99 ** step)) + 1e-8);
      weights[i] = Math.max(0, weights[i]! - RATE * change);
    }
  }
  return weights;
}

function addGradient({ rows, isGold }: Example, weights: readonly number[], share: number, gradient: number[]): void {
  const scores = rows.map((row) => score(row, weights));
  const highest = Math.max(...scores);
  const powers = scores.map((value) => Math.exp(value - highest));
  const all = powers.reduce((sum, power) => sum + power, 0);
  const golds = powers.reduce((sum, power, at) => sum + (isGold[at]! ? power : 0), 0);
  for (const [at, row] of rows.entries()) {
    const push = powers[at]! / all - (isGold[at]! ? powers[at]! / Math.max(golds, 1e-12) : 0);
    for (let i = 0; i < row.length; i++) gradient[i]! += share * push * row[i]!;
  }
}

function countHits(examples: readonly Example[], weights: readonly number[], k: number): number {
  return examples.filter(({ rows, isGold }) => {
    const scores = rows.map((row) => score(row, weights));
    const best = Math.max(...scores.filter((_, at) => isGold[at]!));
    return scores.filter((value) => value > best).length < k;
  }).length;
}

function score(row: Float64Array, weights: readonly number[]): number {
  return row.reduce((sum, value, i) => sum + value * weights[i]!, 0);
}
