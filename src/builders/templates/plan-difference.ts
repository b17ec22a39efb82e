/** Whether another build by models would continue a graph, or make another one of the same name. */
import type { GraphPlan } from './graph-records.ts';

/** What every template depends on. Thresholds can be applied again, and numbers of templates can grow. */
const FIXED = ['model', 'judge', 'similarity', 'draw', 'unverified', 'prompts', 'data'] as const;

/** Each difference as a part of a sentence; empty if a build by the plan `after` continues the graph. */
export function planDifferences(before: GraphPlan, after: GraphPlan): string[] {
  // A second model can join, but not leave or change: its templates would be lost.
  const names = before['advanced'] === undefined ? FIXED : [...FIXED, 'advanced'];
  return names.flatMap((name) => {
    const [was, is] = [before, after].map((plan) => shown(plan[name]));
    return was === is ? [] : [`${name} was ${was} and is ${is}`];
  });
}

const shown = (value: GraphPlan[string] | undefined): string =>
  Array.isArray(value) ? value.join(', ') : String(value ?? 'none');
