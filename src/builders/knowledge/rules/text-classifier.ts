/** Complement naive Bayes over words, pairs of words and LaTeX commands (Rennie et al. 2003, "Tackling the poor assumptions"). */
import { memoizeByValue } from '../../../base/memoize.ts';
import { stem } from '../../../index/words/stem.ts';

export interface ClassifiedText {
  title: string;
  text: string;
}

export interface Classification {
  label: string;
  /** How often it is right at this margin, by texts that were held out in training. */
  confidence: number;
}

/** Fewest texts to learn from. */
const MIN_TEXTS = 50;
/** Pseudo-count of each feature in each class. */
const SMOOTHING = 0.3;
/** A feature of one text only says nothing about others. */
const MIN_TEXTS_OF_FEATURE = 2;
/** The words of the title count as often as this many of the text. */
const TITLE_WEIGHT = 3;
/** One text in this many is held out to measure confidence. */
const HELD_OUT = 5;
/** Number of ranges of the margin with a confidence each. */
const BINS = 8;

type Features = ReadonlyMap<string, number>;

/** A library has few different words. */
const stemOf = memoizeByValue(stem);
const TOKEN = /\\([a-zA-Z]+)|([A-Za-z]+)|[.,;:$(]/g;

function featuresOf({ title, text }: ClassifiedText): Features {
  const counts = new Map<string, number>();
  const add = (part: string, weight: number): void => {
    let last: string | null = null;
    const count = (feature: string): unknown => counts.set(feature, (counts.get(feature) ?? 0) + weight);
    for (const [, command, word] of part.matchAll(TOKEN)) {
      if (command !== undefined) count(`\\${command}`);
      if (word === undefined || word.length < 3) last = null;
      else {
        const stemmed = stemOf(word.toLowerCase());
        count(stemmed);
        if (last !== null) count(`${last} ${stemmed}`);
        last = stemmed;
      }
    }
  };
  add(title, TITLE_WEIGHT);
  add(text, 1);
  return counts;
}

export class TextClassifier {
  readonly #labels: readonly string[];
  readonly #model: BayesModel;
  /** Lower ends of the ranges of the margin, rising, with the share that was right there. */
  readonly #bins: readonly { from: number; confidence: number }[];

  private constructor(labels: readonly string[], model: BayesModel, bins: TextClassifier['bins']) {
    this.#labels = labels;
    this.#model = model;
    this.#bins = bins;
  }

  get bins(): readonly { from: number; confidence: number }[] {
    return this.#bins;
  }

  /** Null if there are too few texts, or only one label. */
  static train(examples: readonly (ClassifiedText & { label: string })[]): TextClassifier | null {
    const labels = [...new Set(examples.map(({ label }) => label))].toSorted();
    if (examples.length < MIN_TEXTS || labels.length < 2) return null;
    const data = examples.map((each) => ({ features: featuresOf(each), label: labels.indexOf(each.label) }));
    const part = new BayesModel(
      data.filter((_, at) => at % HELD_OUT !== 0),
      labels.length,
    );
    const results = data
      .filter((_, at) => at % HELD_OUT === 0)
      .map(({ features, label }) => {
        const { best, margin } = part.classify(features);
        return { margin, isRight: best === label };
      });
    return new TextClassifier(labels, new BayesModel(data, labels.length), binsOf(results));
  }

  classify(text: ClassifiedText): Classification {
    const { best, margin } = this.#model.classify(featuresOf(text));
    const bin = this.#bins.findLast(({ from }) => margin >= from) ?? this.#bins[0]!;
    return { label: this.#labels[best]!, confidence: bin.confidence };
  }
}

/** The share of right answers never falls from one range to the next: a larger margin is never worse. */
function binsOf(results: readonly { margin: number; isRight: boolean }[]): { from: number; confidence: number }[] {
  const sorted = results.toSorted((a, b) => a.margin - b.margin);
  const size = Math.max(1, Math.ceil(sorted.length / BINS));
  let least = 0;
  return Array.from({ length: Math.ceil(sorted.length / size) }, (_, at) => {
    const bin = sorted.slice(at * size, (at + 1) * size);
    least = Math.max(least, bin.filter(({ isRight }) => isRight).length / bin.length);
    return { from: bin[0]!.margin, confidence: Math.round(least * 1000) / 1000 };
  });
}

interface Example {
  features: Features;
  label: number;
}

class BayesModel {
  readonly #numbers = new Map<string, number>();
  /** By label: how much each feature speaks against the other labels. */
  readonly #weights: Float64Array[];

  constructor(examples: readonly Example[], labels: number) {
    const texts = new Map<string, number>();
    for (const { features } of examples) {
      for (const feature of features.keys()) texts.set(feature, (texts.get(feature) ?? 0) + 1);
    }
    for (const [feature, count] of texts) {
      if (count >= MIN_TEXTS_OF_FEATURE) this.#numbers.set(feature, this.#numbers.size);
    }
    const size = this.#numbers.size;
    const counts = Array.from({ length: labels }, () => new Float64Array(size));
    const total = new Float64Array(size);
    for (const { features, label } of examples) {
      for (const [number, count] of this.#known(features)) {
        counts[label]![number]! += count;
        total[number]! += count;
      }
    }
    this.#weights = counts.map((own) => complementWeights(own, total));
  }

  /** `margin`: between the best label and the second, per feature of the text. */
  classify(features: Features): { best: number; margin: number } {
    const known = this.#known(features);
    let words = 0;
    for (const [, count] of known) words += count;
    const scores = this.#weights.map((weights) =>
      known.reduce((sum, [number, count]) => sum + weights[number]! * count, 0),
    );
    const best = scores.indexOf(Math.max(...scores));
    const second = Math.max(...scores.filter((_, label) => label !== best));
    return { best, margin: words === 0 ? 0 : (scores[best]! - second) / words };
  }

  #known(features: Features): [number, number][] {
    const known: [number, number][] = [];
    for (const [feature, count] of features) {
      const number = this.#numbers.get(feature);
      if (number !== undefined) known.push([number, Math.log1p(count)]);
    }
    return known;
  }
}

function complementWeights(own: Float64Array, total: Float64Array): Float64Array {
  const others = total.map((count, number) => count - own[number]! + SMOOTHING);
  const sum = others.reduce((a, b) => a + b, 0);
  const weights = others.map((count) => -Math.log(count / sum));
  const size = weights.reduce((a, b) => a + Math.abs(b), 0);
  return weights.map((weight) => (weight * weights.length) / size);
}
