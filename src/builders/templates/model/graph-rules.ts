/**
 * The rules that decide which templates of a model are kept (Lan et al., equations 1 to 3; specs/templates.md, section 2).
 * They are pure and need only the numbers that each template carries, so they can be applied again with other thresholds.
 */
import type { GraphItemRecord, TemplateRecord } from '../graph-records.ts';
import { DEFAULT_MATCH_K } from '../match-theorems.ts';

export interface Thresholds {
  /** Least similarity of a theorem of the problem and one of the template (1), and least share of such theorems (2). */
  k: number;
  alpha: number;
  /** Least similarity of a theorem and what states it. */
  matchK: number;
  /** Least share of theorems that a declaration or an entry states; null: the rule is off. */
  matchAlpha: number | null;
  /** n of (3): the number of steps lies within the range of its level divided by it. */
  spread: number;
}

export const DEFAULT_THRESHOLDS: Thresholds = {
  k: 0.8,
  alpha: 0.5,
  matchK: DEFAULT_MATCH_K,
  matchAlpha: null,
  spread: 4,
};

/** Why a template is rejected by a rule. */
export const RULE_REASONS = ['consistency', 'steps', 'matching'] as const;

export type RuleReason = (typeof RULE_REASONS)[number];

/** Equations 1 and 2. `best`: for each theorem of the problem, its similarity to the most similar one of the template. */
export const isConsistent = (best: readonly number[], { k, alpha }: Pick<Thresholds, 'k' | 'alpha'>): boolean =>
  best.length > 0 && best.filter((similarity) => similarity > k).length / best.length > alpha;

/** Fewer candidates of a level say nothing about its range. */
const LEAST_CANDIDATES = 5;

export interface StepRange {
  low: number;
  high: number;
}

/** Equation 3: the numbers of steps strictly between are kept. Null: the rule is off, as with a `spread` of 0. */
export function stepRange(counts: readonly number[], spread: number): StepRange | null {
  if (counts.length < LEAST_CANDIDATES || spread === 0) return null;
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  const width = (Math.max(...counts) - Math.min(...counts)) / spread;
  return width === 0 ? null : { low: mean - width, high: mean + width };
}

/** The numbers behind the rules, as a template carries them in `checks`. */
export interface RuleChecks {
  consistency?: { best: number[] };
}

export interface AppliedRules {
  records: GraphItemRecord[];
  /** By level: the range of steps; null if the rule is off. */
  ranges: Record<string, StepRange | null>;
}

/** The records with the templates of a model kept or rejected by these thresholds. Those of documents are not touched. */
export function applyRules(records: readonly GraphItemRecord[], thresholds: Thresholds): AppliedRules {
  const theorems = new Map(records.flatMap((each) => (each.record === 'theorem' ? [[each.key, each] as const] : [])));
  const ruled = records.filter((each): each is TemplateRecord => each.record === 'template' && isRuled(each));
  const byLevel = Map.groupBy(ruled, ({ level }) => String(level ?? 'unknown'));
  const ranges = Object.fromEntries(
    [...byLevel]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([level, own]) => [
        level,
        stepRange(
          own.map(({ steps }) => steps.length),
          thresholds.spread,
        ),
      ]),
  );
  const isStated = (key: string | null): boolean => {
    const theorem = theorems.get(key ?? '');
    const matches = theorem === undefined ? [] : [...theorem.declarations, ...theorem.entries];
    return matches.some(({ similarity }) => similarity >= thresholds.matchK);
  };
  const decide = (template: TemplateRecord): RuleReason | null => {
    const { consistency } = template.checks as RuleChecks;
    if (consistency !== undefined && !isConsistent(consistency.best, thresholds)) return 'consistency';
    const range = ranges[String(template.level ?? 'unknown')] ?? null;
    const count = template.steps.length;
    if (range !== null && !(range.low < count && count < range.high)) return 'steps';
    const keys = [...new Set(template.steps.map(({ theorem }) => theorem))];
    const stated = keys.filter(isStated).length / keys.length;
    return thresholds.matchAlpha !== null && !(stated > thresholds.matchAlpha) ? 'matching' : null;
  };
  return {
    records: records.map((each) =>
      each.record === 'template' && isRuled(each) ? { ...each, rejected: decide(each) } : each,
    ),
    ranges,
  };
}

/** Templates that a model made. */
const isRuled = ({ stage }: TemplateRecord): boolean => stage !== 'document';
