/**
 * Learns the two tables of token vectors (`src/vectors/token-tables.ts`): a dual encoder of bags of tokens. A text about a
 * declaration (docstring, bullet of a module doc, sentence elsewhere, or its own formula) must be nearer to the statement
 * of that declaration than to the other statements in its batch (symmetric in-batch softmax).
 */
import { makeRandom, shuffle } from '../../src/base/random.ts';
import { normal } from './random.ts';

/** Bags of tokens: bag `b` has the entries `starts[b]` to `starts[b + 1]`. */
export interface Bags {
  starts: Uint32Array;
  tokens: Uint32Array;
  weights: Float32Array;
}

/** Text `i` of `texts` is about the statement `targets[i]` of `statements`. */
export interface Pairs {
  texts: Bags;
  statements: Bags;
  targets: Uint32Array;
}

export interface EncoderOptions {
  vocabularySize: number;
  dimension: number;
  batch: number;
  epochs: number;
  rate: number;
  temperature: number;
  /** Share of tokens dropped from each bag in training. */
  dropout: number;
  seed: number;
  onEpoch: (epoch: number, loss: number, accuracy: number) => void;
}

export interface Tables {
  query: Float32Array;
  statement: Float32Array;
}

/** Tables are `size × dimension`, row-major. Both start equal, so training starts from plain word overlap. */
export function learnTables({ texts, statements, targets }: Pairs, options: EncoderOptions): Tables {
  const { vocabularySize, dimension, batch, epochs, rate, temperature, seed } = options;
  const random = makeRandom(seed);
  const query = new Table(vocabularySize, dimension, random);
  const statement = new Table(vocabularySize, dimension, random);
  statement.values.set(query.values);
  const textSide = new Tower(query, batch, options.dropout, random);
  const statementSide = new Tower(statement, batch, options.dropout, random);
  const logits = new Float32Array(batch * batch);
  const other = new Float32Array(batch * batch);
  const order = Uint32Array.from(targets.keys());
  const batches = Math.floor(order.length / batch);
  const scale = 1 / temperature;
  let step = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random);
    let loss = 0;
    let correct = 0;
    for (let at = 0; at < batches; at++) {
      step++;
      const members = order.subarray(at * batch, (at + 1) * batch);
      const batchTargets = Uint32Array.from(members, (pair) => targets[pair]!);
      textSide.forward(texts, members);
      statementSide.forward(statements, batchTargets);
      multiplyTransposed(textSide.out, statementSide.out, logits, batch, dimension, scale);
      for (let i = 0; i < batch; i++)
        for (let j = 0; j < batch; j++)
          if (i !== j && batchTargets[i] === batchTargets[j]) logits[i * batch + j] = -1e4;
      const [batchLoss, batchCorrect] = softmaxGradient(logits, other, batch);
      loss += batchLoss;
      correct += batchCorrect;
      const sizes = { n: batch, dimension, scale };
      multiply(logits, statementSide.out, textSide.gradient, { ...sizes, byColumns: false });
      multiply(logits, textSide.out, statementSide.gradient, { ...sizes, byColumns: true });
      const progress = step / (epochs * batches);
      const learningRate = rate * Math.min(1, step / 50) * 0.5 * (1 + Math.cos(Math.PI * progress));
      textSide.backward(learningRate, step);
      statementSide.backward(learningRate, step);
    }
    options.onEpoch(epoch + 1, loss / (batches * batch), correct / (batches * batch));
  }
  return { query: query.values, statement: statement.values };
}

/** A table of vectors, trained by Adam. Only vectors used in a batch are updated. */
class Table {
  readonly values: Float32Array;
  readonly gradient: Float32Array;
  readonly first: Float32Array;
  readonly second: Float32Array;
  readonly dimension: number;

  constructor(size: number, dimension: number, random: () => number) {
    this.dimension = dimension;
    this.values = Float32Array.from({ length: size * dimension }, () => normal(random) / Math.sqrt(dimension));
    this.gradient = new Float32Array(size * dimension);
    this.first = new Float32Array(size * dimension);
    this.second = new Float32Array(size * dimension);
  }

  step(token: number, rate: number, step: number): void {
    const { values, gradient, first, second, dimension } = this;
    const firstBias = 1 - 0.9 ** step;
    const secondBias = 1 - 0.99 ** step;
    for (let i = token * dimension, end = i + dimension; i < end; i++) {
      const g = gradient[i]!;
      first[i] = 0.9 * first[i]! + 0.1 * g;
      second[i] = 0.99 * second[i]! + 0.01 * g * g;
      values[i] = values[i]! - (rate * (first[i]! / firstBias)) / (Math.sqrt(second[i]! / secondBias) + 1e-4);
      gradient[i] = 0;
    }
  }
}

/** One side of the encoder: the forward and backward pass from bags to normalised sums of vectors. */
class Tower {
  readonly out: Float32Array;
  readonly gradient: Float32Array;
  readonly #table: Table;
  readonly #norms: Float32Array;
  readonly #dropout: number;
  readonly #random: () => number;
  readonly #touched = new Set<number>();
  /** The tokens of the batch that were not dropped, by bag. */
  #bags: { tokens: number[]; weights: number[] }[] = [];

  constructor(table: Table, batch: number, dropout: number, random: () => number) {
    this.#table = table;
    this.out = new Float32Array(batch * table.dimension);
    this.gradient = new Float32Array(batch * table.dimension);
    this.#norms = new Float32Array(batch);
    this.#dropout = dropout;
    this.#random = random;
  }

  forward({ starts, tokens, weights }: Bags, members: Uint32Array): void {
    const { dimension, values } = this.#table;
    this.out.fill(0);
    this.#bags = [];
    for (let b = 0; b < members.length; b++) {
      const bag = { tokens: [] as number[], weights: [] as number[] };
      const at = b * dimension;
      for (let e = starts[members[b]!]!; e < starts[members[b]! + 1]!; e++) {
        if (this.#random() < this.#dropout) continue;
        const token = tokens[e]!;
        const weight = weights[e]!;
        bag.tokens.push(token);
        bag.weights.push(weight);
        for (let d = 0, t = token * dimension; d < dimension; d++) this.out[at + d]! += weight * values[t + d]!;
      }
      this.#bags.push(bag);
      this.#norms[b] = normalise(this.out, at, dimension);
    }
  }

  /** Propagates `gradient`, the gradient of the normalised sums, to the table. */
  backward(rate: number, step: number): void {
    const { dimension, gradient: tableGradient } = this.#table;
    for (let b = 0; b < this.#bags.length; b++) {
      const at = b * dimension;
      let along = 0;
      for (let d = 0; d < dimension; d++) along += this.gradient[at + d]! * this.out[at + d]!;
      const norm = this.#norms[b]!;
      for (let d = 0; d < dimension; d++) {
        this.gradient[at + d] = (this.gradient[at + d]! - this.out[at + d]! * along) / norm;
      }
      const { tokens, weights } = this.#bags[b]!;
      for (let k = 0; k < tokens.length; k++) {
        const weight = weights[k]!;
        const t = tokens[k]! * dimension;
        this.#touched.add(tokens[k]!);
        for (let d = 0; d < dimension; d++) tableGradient[t + d]! += weight * this.gradient[at + d]!;
      }
    }
    for (const token of this.#touched) this.#table.step(token, rate, step);
    this.#touched.clear();
  }
}

/** Divides the vector by its length and returns the length. */
function normalise(values: Float32Array, at: number, dimension: number): number {
  let sum = 0;
  for (let d = 0; d < dimension; d++) sum += values[at + d]! ** 2;
  const norm = Math.sqrt(sum) + 1e-6;
  for (let d = 0; d < dimension; d++) values[at + d]! /= norm;
  return norm;
}

/** Replaces logits by the gradient of the mean of both cross-entropies. Returns total loss and correct rows. */
function softmaxGradient(logits: Float32Array, byColumn: Float32Array, n: number): [number, number] {
  let loss = 0;
  let correct = 0;
  byColumn.set(logits);
  for (let i = 0; i < n; i++) {
    let best = 0;
    for (let j = 1; j < n; j++) if (logits[i * n + j]! > logits[i * n + best]!) best = j;
    if (best === i) correct++;
    const highest = logits[i * n + best]!;
    let sum = 0;
    for (let j = 0; j < n; j++) sum += logits[i * n + j] = Math.exp(logits[i * n + j]! - highest);
    for (let j = 0; j < n; j++) logits[i * n + j]! /= sum;
    loss -= Math.log(logits[i * n + i]! + 1e-9);
  }
  const maxima = new Float32Array(n).fill(-Infinity);
  const sums = new Float32Array(n);
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) maxima[j] = Math.max(maxima[j]!, byColumn[i * n + j]!);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) sums[j]! += byColumn[i * n + j] = Math.exp(byColumn[i * n + j]! - maxima[j]!);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) logits[i * n + j] = (logits[i * n + j]! + byColumn[i * n + j]! / sums[j]!) / 2;
    logits[i * n + i]! -= 1;
  }
  for (let k = 0; k < n * n; k++) logits[k]! *= GRADIENT_SCALE / n;
  return [loss, correct];
}

/** Scales gradients well above Adam's epsilon. */
const GRADIENT_SCALE = 50;

/** out[i][j] = scale · Σ a[i][d] b[j][d]; both `n × dimension`. */
function multiplyTransposed(
  a: Float32Array,
  b: Float32Array,
  out: Float32Array,
  n: number,
  dimension: number,
  scale: number,
): void {
  for (let i = 0; i < n; i++) {
    const ai = i * dimension;
    for (let j = 0; j < n; j += 4) {
      const b0 = j * dimension;
      const b1 = b0 + dimension;
      const b2 = b1 + dimension;
      const b3 = b2 + dimension;
      let s0 = 0;
      let s1 = 0;
      let s2 = 0;
      let s3 = 0;
      for (let d = 0; d < dimension; d++) {
        const x = a[ai + d]!;
        s0 += x * b[b0 + d]!;
        s1 += x * b[b1 + d]!;
        s2 += x * b[b2 + d]!;
        s3 += x * b[b3 + d]!;
      }
      const at = i * n + j;
      out[at] = s0 * scale;
      out[at + 1] = s1 * scale;
      out[at + 2] = s2 * scale;
      out[at + 3] = s3 * scale;
    }
  }
}

/** out[i] = scale · Σ_j m[i][j] a[j], or by columns out[j] = scale · Σ_i m[i][j] a[i]; `m` is `n × n`. */
function multiply(
  m: Float32Array,
  a: Float32Array,
  out: Float32Array,
  { n, dimension, scale, byColumns }: { n: number; dimension: number; scale: number; byColumns: boolean },
): void {
  out.fill(0);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const x = m[i * n + j]! * scale;
      if (Math.abs(x) < NEGLIGIBLE) continue;
      const from = (byColumns ? i : j) * dimension;
      const to = (byColumns ? j : i) * dimension;
      for (let d = 0; d < dimension; d++) out[to + d]! += x * a[from + d]!;
    }
  }
}

/** Smaller gradients are skipped: most pairs of a batch are already far apart. */
const NEGLIGIBLE = 1e-4;
