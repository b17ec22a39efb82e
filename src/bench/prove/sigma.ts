/** `ipa` over σ, the number of refinements of its proof: a question that the LemmaHead paper leaves open. Pure. */
import { labelOf } from './label.ts';
import type { BenchReport, SystemReport } from './report.ts';

/** Systems that differ only in σ. */
export interface SigmaSeries {
  /** Their identifier without σ. */
  name: string;
  /** In ascending order of σ, at least two. */
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

/** Mean effort of a system per run: the cost of σ. */
export function perProblem(system: SystemReport): { seconds: number; tokens: number; cost: number | null } {
  const runs = Object.values(system.states).reduce((sum, count) => sum + count, 0) || 1;
  return {
    seconds: system.seconds / runs,
    tokens: (system.input_tokens + system.output_tokens) / runs,
    cost: system.cost === null ? null : system.cost / runs,
  };
}
