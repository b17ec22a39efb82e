/** `ipa` over σ, how often it betters its proof: the question that the LemmaHead paper leaves open. Pure. */
import { labelOf } from './label.ts';
import type { BenchReport, SystemReport } from './report.ts';

/** Systems that differ in σ alone. */
export interface SigmaSeries {
  /** Their identifier without σ. */
  name: string;
  /** In rising order of σ, at least two. */
  points: { sigma: number; system: SystemReport }[];
}

export function sigmaSeries({ systems }: Pick<BenchReport, 'systems'>): SigmaSeries[] {
  const series = new Map<string, SigmaSeries['points']>();
  for (const system of systems) {
    if (system.strategy !== 'ipa') continue;
    const id = system.id.replace(/iterations=\d+,?/, '').replace(/[:,]@/, '@');
    const points = series.get(id) ?? [];
    series.set(id, points);
    points.push({ sigma: system.options.iterations, system });
  }
  return [...series]
    .map(([id, points]) => ({
      name: labelOf({ id, scripted: points.some(({ system }) => system.scripted) }),
      points: points.toSorted((a, b) => a.sigma - b.sigma),
    }))
    .filter(({ points }) => points.length > 1);
}

/** Of a system for each problem that it was asked: what σ is paid with. */
export function eachProblem(system: SystemReport): { seconds: number; tokens: number; cost: number | null } {
  const asked = Object.values(system.states).reduce((sum, count) => sum + count, 0) || 1;
  return {
    seconds: system.seconds / asked,
    tokens: (system.input_tokens + system.output_tokens) / asked,
    cost: system.cost === null ? null : system.cost / asked,
  };
}
