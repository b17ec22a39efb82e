/** What `bench compare` found, for people. Pure. */
import type { BenchComparison, SystemComparison } from './compare.ts';
import { percent } from './tables.ts';

export function renderComparison({ compared, differences, systems }: BenchComparison): string {
  if (!compared) {
    return `${differences.join('\n')}\nNot compared: only reports of the same Lean were to be.\n`;
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
    ...names('solved before, now without an answer', system.unchecked),
    ...names('solved before, not asked now', system.missing),
    ...names('another text under the same name, not compared', system.changed),
  ];
}

function names(what: string, of: readonly string[]): string[] {
  return of.length === 0 ? [] : [`  ${what}: ${of.join(', ')}`];
}
