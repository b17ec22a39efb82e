/** Labels of systems in reports. A system with scripted answers is marked in every place. */
import type { BenchReport, SystemReport } from './report.ts';

/** Some identifiers already contain the mark: `eqg@scripted/NAME`. */
export function labelOf({ id, scripted }: Pick<SystemReport, 'id' | 'scripted'>): string {
  return scripted && !id.includes('@scripted/') ? `${id} (scripted)` : id;
}

export function labelsOf({ systems }: Pick<BenchReport, 'systems'>): (id: string) => string {
  const labels = new Map(systems.map((system) => [system.id, labelOf(system)]));
  return (id) => labels.get(id) ?? id;
}
