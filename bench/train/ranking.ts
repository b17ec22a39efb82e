/**
 * Learns the weights of a ranker (`src/search/rank/ranker.ts`) listwise: over all rows of a query's pool, the softmax of
 * the scores must concentrate on the answers. Uses Adam with weight decay, and dropout on the inputs of the hidden layer.
 */
import { makeRandom, shuffle } from '../../src/base/random.ts';
import { layoutOf, type RankerShape } from '../../src/search/rank/ranker.ts';
import { normal } from './random.ts';

/** One query with the rows of its pool. */
export interface RankedQuery {
  /** `pool × rowFeatures`. */
  rows: Float32Array;
  query: Float32Array;
  /** By index in the pool: 1 if the row answers the query. */
  isGold: Uint8Array;
}

export interface RankingOptions extends RankerShape {
  epochs: number;
  rate: number;
  decay: number;
  /** Dropout share of the inputs of the hidden layer. */
  dropout: number;
  /** Whether one answer of a query is enough, or every answer must be ranked high. */
  answers?: 'any' | 'every';
  /** Queries per step. */
  batch: number;
  /** Rows of a pool in addition to the answers, resampled for each use. */
  sample: number;
  seed: number;
  /** Indices of row features to ignore. */
  ignored?: readonly number[];
}

/** Skips queries without an answer in their pool, because they teach nothing. */
export function learnRanking(queries: readonly RankedQuery[], options: RankingOptions): Float32Array {
  return new RankingTrainer(
    queries.filter(({ isGold }) => isGold.includes(1)),
    options,
  ).run();
}

class RankingTrainer {
  readonly #queries: readonly RankedQuery[];
  readonly #options: RankingOptions;
  readonly #random: () => number;
  readonly #weights: Float32Array;
  readonly #gradient: Float32Array;
  readonly #first: Float32Array;
  readonly #second: Float32Array;
  readonly #inputs: number;
  /** Dropout mask of the hidden layer: 0, or the factor that compensates for dropped inputs. */
  readonly #mask: Float32Array;

  constructor(queries: readonly RankedQuery[], options: RankingOptions) {
    this.#queries = queries;
    this.#options = options;
    this.#random = makeRandom(options.seed);
    this.#inputs = options.rowFeatures + options.queryFeatures;
    const { length } = layoutOf(options);
    this.#weights = new Float32Array(length);
    this.#gradient = new Float32Array(length);
    this.#first = new Float32Array(length);
    this.#second = new Float32Array(length);
    this.#mask = new Float32Array(this.#inputs);
    this.#standardise();
    this.#initialise();
  }

  run(): Float32Array {
    const { epochs, batch, rate } = this.#options;
    const order = Uint32Array.from(this.#queries.keys());
    const steps = epochs * Math.ceil(order.length / batch);
    let step = 0;
    for (let epoch = 0; epoch < epochs; epoch++) {
      shuffle(order, this.#random);
      for (let at = 0; at < order.length; at += batch) {
        step++;
        const members = order.subarray(at, at + batch);
        this.#dropInputs();
        for (const member of members) this.#backward(this.#queries[member]!, 1 / members.length);
        this.#descend(rate * 0.5 * (1 + Math.cos((Math.PI * step) / (steps + 1))), step);
      }
    }
    return this.#weights;
  }

  /** Computes means and deviations from every seventh row. */
  #standardise(): void {
    const { rowFeatures, queryFeatures } = this.#options;
    const sums = new Float64Array(this.#inputs);
    const squares = new Float64Array(this.#inputs);
    let rows = 0;
    for (const { rows: all, query } of this.#queries) {
      for (let at = 0; at < all.length; at += 7 * rowFeatures, rows++) {
        for (let i = 0; i < rowFeatures; i++) {
          sums[i]! += all[at + i]!;
          squares[i]! += all[at + i]! ** 2;
        }
      }
      for (let i = 0; i < queryFeatures; i++) {
        sums[rowFeatures + i]! += query[i]!;
        squares[rowFeatures + i]! += query[i]! ** 2;
      }
    }
    const { mean, deviation } = layoutOf(this.#options);
    for (let i = 0; i < this.#inputs; i++) {
      const count = i < rowFeatures ? rows : this.#queries.length;
      const average = sums[i]! / count;
      this.#weights[mean + i] = average;
      const floor = i < rowFeatures ? 1e-3 : 1e-2;
      this.#weights[deviation + i] = Math.sqrt(Math.max(0, squares[i]! / count - average ** 2)) + floor;
    }
    // This makes an ignored feature always 0 for every user of the weights.
    for (const i of this.#options.ignored ?? []) this.#weights[deviation + i] = Infinity;
  }

  #initialise(): void {
    const { hidden } = this.#options;
    const { first, second } = layoutOf(this.#options);
    const random = this.#random;
    for (let i = 0; i < hidden * this.#inputs; i++) this.#weights[first + i] = normal(random) / Math.sqrt(this.#inputs);
    for (let i = 0; i < hidden; i++) this.#weights[second + i] = (0.3 * normal(random)) / Math.sqrt(hidden);
  }

  #dropInputs(): void {
    const { dropout } = this.#options;
    for (let i = 0; i < this.#inputs; i++) this.#mask[i] = this.#random() < dropout ? 0 : 1 / (1 - dropout);
  }

  /** Returns all answers and a uniform sample of other rows. Using only the best others teaches the wrong thing. */
  #sample({ isGold }: RankedQuery): number[] {
    const sample: number[] = [];
    const share = this.#options.sample / isGold.length;
    for (let row = 0; row < isGold.length; row++) if (isGold[row] === 1 || this.#random() < share) sample.push(row);
    return sample;
  }

  #backward(example: RankedQuery, share: number): void {
    const { rowFeatures, queryFeatures, hidden } = this.#options;
    const { mean, deviation, linear, first, bias, second } = layoutOf(this.#options);
    const weights = this.#weights;
    const gradient = this.#gradient;
    const inputs = this.#inputs;
    const rows = this.#sample(example);
    const plain = new Float32Array(rows.length * rowFeatures);
    const active = new Float32Array(rows.length * hidden);
    const scores = new Float64Array(rows.length);
    const queryInput = new Float32Array(queryFeatures);
    for (let i = 0, at = rowFeatures; i < queryFeatures; i++, at++)
      queryInput[i] = this.#mask[at]! * ((example.query[i]! - weights[mean + at]!) / weights[deviation + at]!);
    const fromQuery = new Float32Array(hidden);
    for (let unit = 0; unit < hidden; unit++) {
      let sum = weights[bias + unit]!;
      for (let i = 0; i < queryFeatures; i++) sum += weights[first + unit * inputs + rowFeatures + i]! * queryInput[i]!;
      fromQuery[unit] = sum;
    }
    const masked = new Float32Array(rowFeatures);
    for (let r = 0; r < rows.length; r++) {
      let score = 0;
      const from = rows[r]! * rowFeatures;
      for (let i = 0; i < rowFeatures; i++) {
        const value = (example.rows[from + i]! - weights[mean + i]!) / weights[deviation + i]!;
        plain[r * rowFeatures + i] = value;
        masked[i] = value * this.#mask[i]!;
        score += weights[linear + i]! * value;
      }
      for (let unit = 0; unit < hidden; unit++) {
        let sum = fromQuery[unit]!;
        for (let i = 0, at = first + unit * inputs; i < rowFeatures; i++) sum += weights[at + i]! * masked[i]!;
        if (sum <= 0) continue;
        active[r * hidden + unit] = sum;
        score += weights[second + unit]! * sum;
      }
      scores[r] = score;
    }
    const slopes =
      this.#options.answers === 'every'
        ? slopesOfEvery(scores, rows, example.isGold)
        : slopesOf(scores, rows, example.isGold);
    for (let r = 0; r < rows.length; r++) {
      const slope = slopes[r]! * share;
      if (Math.abs(slope) < NEGLIGIBLE) continue;
      const from = r * rowFeatures;
      for (let i = 0; i < rowFeatures; i++) gradient[linear + i]! += slope * plain[from + i]!;
      for (let unit = 0; unit < hidden; unit++) {
        const sum = active[r * hidden + unit]!;
        if (sum === 0) continue;
        gradient[second + unit]! += slope * sum;
        const back = slope * weights[second + unit]!;
        gradient[bias + unit]! += back;
        const at = first + unit * inputs;
        for (let i = 0; i < rowFeatures; i++) gradient[at + i]! += back * plain[from + i]! * this.#mask[i]!;
        for (let i = 0; i < queryFeatures; i++) gradient[at + rowFeatures + i]! += back * queryInput[i]!;
      }
    }
  }

  #descend(rate: number, step: number): void {
    const { decay } = this.#options;
    const { linear, first, bias } = layoutOf(this.#options);
    const firstBias = 1 - 0.9 ** step;
    const secondBias = 1 - 0.99 ** step;
    for (let i = linear; i < this.#weights.length; i++) {
      const isHidden = i >= first && i < bias;
      const slope = this.#gradient[i]! + decay * this.#weights[i]! * (isHidden ? 10 : 1);
      this.#first[i] = 0.9 * this.#first[i]! + 0.1 * slope;
      this.#second[i] = 0.99 * this.#second[i]! + 0.01 * slope * slope;
      const move = this.#first[i]! / firstBias / (Math.sqrt(this.#second[i]! / secondBias) + 1e-8);
      this.#weights[i]! -= rate * (move + decay * this.#weights[i]!);
      this.#gradient[i] = 0;
    }
  }
}

const NEGLIGIBLE = 1e-7;

/** Gradient of −ln Σ p(gold), where p is the softmax of the scores. */
function slopesOf(scores: Float64Array, rows: readonly number[], isGold: Uint8Array): Float64Array {
  const highest = scores.reduce((high, score) => Math.max(high, score), -Infinity);
  const shares = scores.map((score) => Math.exp(score - highest));
  let all = 0;
  let gold = 1e-12;
  for (let r = 0; r < rows.length; r++) {
    all += shares[r]!;
    if (isGold[rows[r]!] === 1) gold += shares[r]!;
  }
  return shares.map((value, r) => value / all - (isGold[rows[r]!] === 1 ? value / gold : 0));
}

/** Gradient of −Σ ln p(gold) / golds. */
function slopesOfEvery(scores: Float64Array, rows: readonly number[], isGold: Uint8Array): Float64Array {
  const highest = scores.reduce((high, score) => Math.max(high, score), -Infinity);
  const shares = scores.map((score) => Math.exp(score - highest));
  const all = shares.reduce((sum, share) => sum + share, 0);
  const golds = rows.reduce((sum, row) => sum + isGold[row]!, 0);
  return shares.map((share, r) => share / all - isGold[rows[r]!]! / golds);
}
