/**
 * A small learned ranker: a linear layer over the features of a row, plus a hidden layer of ReLU units over those of
 * row and query, which makes feature weights depend on the kind of query. Trained listwise by `npm run train`.
 */

export interface RankerShape {
  rowFeatures: number;
  queryFeatures: number;
  hidden: number;
}

/** Offsets into the one array of weights. */
interface Layout {
  mean: number;
  deviation: number;
  linear: number;
  first: number;
  bias: number;
  second: number;
  length: number;
}

/** Layout: means and deviations of all inputs, linear weights of the row's features, then the hidden layer by unit. */
export function layoutOf({ rowFeatures, queryFeatures, hidden }: RankerShape): Layout {
  const inputs = rowFeatures + queryFeatures;
  const linear = 2 * inputs;
  const first = linear + rowFeatures;
  const bias = first + hidden * inputs;
  return { mean: 0, deviation: inputs, linear, first, bias, second: bias + hidden, length: bias + 2 * hidden };
}

/** Infers the shape of an array of weights. Returns null if the number of hidden units is not an integer. */
export function shapeOf(weights: Float32Array, rowFeatures: number, queryFeatures: number): RankerShape | null {
  const inputs = rowFeatures + queryFeatures;
  const hidden = (weights.length - 2 * inputs - rowFeatures) / (inputs + 2);
  return Number.isInteger(hidden) && hidden >= 0 ? { rowFeatures, queryFeatures, hidden } : null;
}

export class Ranker {
  readonly #weights: Float32Array;
  readonly #shape: RankerShape;
  readonly #layout: Layout;

  /** @throws {RangeError} if the weights do not have that shape. */
  constructor(weights: Float32Array, shape: RankerShape) {
    this.#layout = layoutOf(shape);
    if (weights.length !== this.#layout.length) throw new RangeError('the weights of the ranker have another shape');
    this.#weights = weights;
    this.#shape = shape;
  }

  /** One score per row; `rows` has `count × rowFeatures` numbers. */
  scores(rows: Float32Array, query: Float32Array): Float32Array {
    const { rowFeatures, queryFeatures, hidden } = this.#shape;
    const { mean, deviation, linear, first, bias, second } = this.#layout;
    const weights = this.#weights;
    const inputs = rowFeatures + queryFeatures;
    const count = rows.length / rowFeatures;
    const scores = new Float32Array(count);
    const fromQuery = new Float32Array(hidden);
    const units = new Float64Array(hidden);
    for (let unit = 0; unit < hidden; unit++) {
      let sum = weights[bias + unit]!;
      for (let i = 0, at = rowFeatures; i < queryFeatures; i++, at++)
        sum += weights[first + unit * inputs + at]! * ((query[i]! - weights[mean + at]!) / weights[deviation + at]!);
      fromQuery[unit] = sum;
    }
    const input = new Float32Array(rowFeatures);
    for (let row = 0; row < count; row++) {
      let score = 0;
      for (let i = 0; i < rowFeatures; i++) {
        input[i] = (rows[row * rowFeatures + i]! - weights[mean + i]!) / weights[deviation + i]!;
        score += weights[linear + i]! * input[i]!;
      }
      this.#addUnits(input, fromQuery, units);
      for (let unit = 0; unit < hidden; unit++) if (units[unit]! > 0) score += weights[second + unit]! * units[unit]!;
      scores[row] = score;
    }
    return scores;
  }

  /** Computes the input of each hidden unit; four at a time, because the steps of one sum depend on each other. */
  #addUnits(input: Float32Array, fromQuery: Float32Array, units: Float64Array): void {
    const { rowFeatures, queryFeatures, hidden } = this.#shape;
    const weights = this.#weights;
    const inputs = rowFeatures + queryFeatures;
    let unit = 0;
    for (; unit + 4 <= hidden; unit += 4) {
      const at = this.#layout.first + unit * inputs;
      let [first, second, third, fourth] = [
        fromQuery[unit]!,
        fromQuery[unit + 1]!,
        fromQuery[unit + 2]!,
        fromQuery[unit + 3]!,
      ];
      for (let i = 0; i < rowFeatures; i++) {
        const value = input[i]!;
        first += weights[at + i]! * value;
        second += weights[at + inputs + i]! * value;
        third += weights[at + 2 * inputs + i]! * value;
        fourth += weights[at + 3 * inputs + i]! * value;
      }
      units[unit] = first;
      units[unit + 1] = second;
      units[unit + 2] = third;
      units[unit + 3] = fourth;
    }
    for (; unit < hidden; unit++) {
      const at = this.#layout.first + unit * inputs;
      let sum = fromQuery[unit]!;
      for (let i = 0; i < rowFeatures; i++) sum += weights[at + i]! * input[i]!;
      units[unit] = sum;
    }
  }

  /**
   * Contribution of each feature of a row to its score, relative to the mean row. Score = Σ `points` + `rest`, where
   * `rest` is the contribution of the query alone. Exact, because a ReLU network is linear around each input.
   */
  contributions(row: Float32Array, query: Float32Array): { points: Float32Array; rest: number } {
    const { rowFeatures, queryFeatures, hidden } = this.#shape;
    const { mean, deviation, linear, first, bias, second } = this.#layout;
    const weights = this.#weights;
    const inputs = rowFeatures + queryFeatures;
    const input = Float32Array.from({ length: inputs }, (_, i) => {
      const value = i < rowFeatures ? row[i]! : query[i - rowFeatures]!;
      return (value - weights[mean + i]!) / weights[deviation + i]!;
    });
    const points = Float32Array.from({ length: rowFeatures }, (_, i) => weights[linear + i]! * input[i]!);
    let rest = 0;
    for (let unit = 0; unit < hidden; unit++) {
      const at = first + unit * inputs;
      let sum = weights[bias + unit]!;
      for (let i = 0; i < inputs; i++) sum += weights[at + i]! * input[i]!;
      if (sum <= 0) continue;
      const factor = weights[second + unit]!;
      rest += factor * weights[bias + unit]!;
      for (let i = 0; i < inputs; i++) {
        const gained = factor * weights[at + i]! * input[i]!;
        if (i < rowFeatures) points[i]! += gained;
        else rest += gained;
      }
    }
    return { points, rest };
  }
}
