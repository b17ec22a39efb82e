/** Measures of a search for the definitions that a statement needs, against those that its formal statement names. */
import { getOrAdd } from '../../base/memoize.ts';
import { bootstrapInterval, mean } from '../metrics.ts';

export const CUTOFFS = [1, 3, 5, 10] as const;
const KINDS = ['hit', 'recall', 'precision', 'f1', 'macro-recall'] as const;

export type ConceptMeasure = `${(typeof KINDS)[number]}@${(typeof CUTOFFS)[number]}`;

/** The answer to one problem. */
export interface Answer {
  /** Definitions that the formal statement names; at least one. */
  gold: readonly string[];
  /** Definitions found, best first. */
  names: readonly string[];
}

/** A mean with its 95 % bootstrap interval. */
export interface Estimate {
  mean: number;
  interval: [number, number];
}

/**
 * Means over the problems: `hit@k`, whether a gold is among the first k; `recall@k`, the share of the golds among them;
 * `precision@k`, golds among them over k; `f1@k`, the harmonic mean of both. `macro-recall@k` is a mean over the
 * different golds: the share of the problems that need a definition and find it. So a definition that many problems need
 * counts once there.
 */
export function measureAnswers(answers: readonly Answer[]): Record<ConceptMeasure, Estimate> {
  const estimates = {} as Record<ConceptMeasure, Estimate>;
  for (const k of CUTOFFS) {
    const values = [...scoresAt(answers, k), macroRecallAt(answers, k)];
    KINDS.forEach((kind, at) => {
      estimates[`${kind}@${k}`] = { mean: mean(values[at]!), interval: bootstrapInterval(values[at]!) };
    });
  }
  return estimates;
}

/** Hit, recall, precision and F1 of each problem. */
function scoresAt(answers: readonly Answer[], k: number): [number[], number[], number[], number[]] {
  const scores: [number[], number[], number[], number[]] = [[], [], [], []];
  for (const { gold, names } of answers) {
    const first = new Set(names.slice(0, k));
    const found = gold.filter((name) => first.has(name)).length;
    const recall = found / gold.length;
    const precision = found / k;
    const f1 = found === 0 ? 0 : (2 * precision * recall) / (precision + recall);
    [found > 0 ? 1 : 0, recall, precision, f1].forEach((value, at) => scores[at]!.push(value));
  }
  return scores;
}

/** Returns for each distinct gold definition the share of the problems with it that find it. */
function macroRecallAt(answers: readonly Answer[], k: number): number[] {
  const byGold = new Map<string, { needed: number; found: number }>();
  for (const { gold, names } of answers) {
    const first = new Set(names.slice(0, k));
    for (const name of gold) {
      const count = getOrAdd(byGold, name, () => ({ needed: 0, found: 0 }));
      count.needed++;
      if (first.has(name)) count.found++;
    }
  }
  return Array.from(byGold.values(), ({ needed, found }) => found / needed);
}

/** The most frequent golds, with equal counts in the order of their names. */
export function mostFrequent(golds: readonly (readonly string[])[], limit: number): string[] {
  const counts = new Map<string, number>();
  for (const name of golds.flat()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .slice(0, limit)
    .map(([name]) => name);
}

/**
 * The answers of the constant: for each problem the most frequent golds of the other half of the problems, the halves
 * being every second problem. What does not beat it has learned nothing about a statement.
 */
export function constantAnswers(golds: readonly (readonly string[])[]): Answer[] {
  const limit = CUTOFFS.at(-1)!;
  const halves = [0, 1].map((half) =>
    mostFrequent(
      golds.filter((_, at) => at % 2 !== half),
      limit,
    ),
  );
  return golds.map((gold, at) => ({ gold, names: halves[at % 2]! }));
}
