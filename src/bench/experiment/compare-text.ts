/** Formats the result of `bench compare` as text. Pure. */
import type { BenchComparison, SystemComparison } from './compare.ts';
import { percent } from './table.ts';

export function renderComparison({ compared, differences, systems }: BenchComparison): string {
  if (!compared) {
    return `${differences.join('\n')}\nNot compared: only reports made with the same Lean version may be compared.\n`;
  }
  const notes = differences.map((sentence) => `Note: ${sentence}`);
  return [...notes, ...systems.flatMap((system) => [...systemLines(system), ''])].join('\n');
}

function systemLines(system: SystemComparison): string[] {
  const { first, second, both, neither, difference, interval, p } = system;
  const [low, high] = interval;
  return [
    first === second ? first : `${first} and ${second}`,
    `  solved in both ${both}, won ${system.won.length}, lost ${system.lost.length}, in neither ${neither}`,
    `  difference ${percent(difference)}, 95 % interval ${percent(low)} to ${percent(high)}; exact McNemar p = ${p.toFixed(3)}`,
    ...names('won', system.won),
    ...names('lost', system.lost),
    ...names('solved before, no answer now', system.unchecked),
    ...names('solved before, not run now', system.missing),
    ...names('same name but different text, not compared', system.changed),
  ];
}

function names(label: string, problems: readonly string[]): string[] {
  return problems.length === 0 ? [] : [`  ${label}: ${problems.join(', ')}`];
}
