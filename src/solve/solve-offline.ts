/** What `solve` does without a model (specs/templates.md, section 4): plain rules in place of the questions. */
import { normalTheoremName } from '../builders/templates/theorem-names.ts';
import type { ShownTheorem } from '../prompt/solve-prompts.ts';
import { NUMBER_PLACEHOLDER } from '../search/solved/text-ranker.ts';
import { MAX_ROWS } from './solve-answers.ts';

/** The problem with placeholders for its numbers, which say nothing about its class. A sign after an operand stays. */
export const distilled = (problem: string): string =>
  problem.replaceAll(/(?<![\p{L}_])(?:(?<![\p{L}\p{N})}\]])[-+])?\d+(?:[.,]\d+)*/gu, NUMBER_PLACEHOLDER);

export interface HitTheorems {
  similarity: number;
  /** Names. */
  theorems: readonly string[];
}

/** The theorems of the hits: first those with the largest sum of similarities; equal sums in the order of the hits. */
export function offlineTable(hits: readonly HitTheorems[], statementOf: (name: string) => string): ShownTheorem[] {
  const weights = new Map<string, number>();
  for (const { similarity, theorems } of hits)
    for (const name of theorems) weights.set(name, (weights.get(name) ?? 0) + similarity);
  return [...weights]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MAX_ROWS)
    .map(([name]) => ({ name, statement: statementOf(name), when: '' }));
}

/** Weight of the similarity; the rest is that of the theorems in common. */
const SIMILARITY_WEIGHT = 0.5;

/** Place of the hit with the largest ½ · similarity + ½ · Jaccard(its theorems, the table); null without hits. */
export function offlineChoice(
  hits: readonly HitTheorems[],
  table: readonly Pick<ShownTheorem, 'name'>[],
): number | null {
  const rows = new Set(table.map(({ name }) => normalTheoremName(name)));
  let best: { at: number; score: number } | null = null;
  for (const [at, { similarity, theorems }] of hits.entries()) {
    const own = new Set(theorems.map(normalTheoremName));
    const common = [...own].filter((name) => rows.has(name)).length;
    const all = own.size + rows.size - common;
    const score = SIMILARITY_WEIGHT * similarity + (1 - SIMILARITY_WEIGHT) * (all === 0 ? 0 : common / all);
    if (score > (best?.score ?? -Infinity)) best = { at, score };
  }
  return best?.at ?? null;
}
