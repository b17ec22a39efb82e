/** What a system is called in a report: answers that no model gave say so wherever they stand. */
import type { BenchReport, SystemReport } from './report.ts';

/** Some names say it already: `eqg@scripted/NAME`. */
export function labelOf({ id, scripted }: Pick<SystemReport, 'id' | 'scripted'>): string {
  return scripted && !id.includes('@scripted/') ? `${id} (scripted)` : id;
}

export function labelsOf({ systems }: Pick<BenchReport, 'systems'>): (id: string) => string {
  const labels = new Map(systems.map((system) => [system.id, labelOf(system)]));
  return (id) => labels.get(id) ?? id;
}
