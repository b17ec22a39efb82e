/** What an index holds, for people. */
import type { IndexStats } from '../index/stats.ts';
import { paint, type TextStyle } from './style.ts';

export function renderIndexStats(stats: IndexStats, style: TextStyle): string {
  const color = paint(style);
  const lines = [
    `${color.bold(stats.path)}  ${(stats.bytes / 1e6).toFixed(1)} MB, built ${stats.builtAt}`,
    `  schema ${stats.schemaVersion}, reader ${stats.readerVersion}, toolchain ${stats.toolchain}`,
    `  digest ${stats.digest}`,
    '',
    ...stats.packages.map(
      (pkg) =>
        `  ${pkg.name}: ${number(pkg.declarations)} declarations, ${number(pkg.files)} files, at ${pkg.rev}, ${pkg.root}`,
    ),
    '',
    ...table('kind', stats.kinds),
    '',
    ...table('origin', stats.origins),
    '',
    `  ${number(stats.tokens)} inverted lists, ${number(stats.mentions)} mentions, ${number(stats.notations)} notations, ${number(stats.problems.length)} problems`,
  ];
  return `${lines.join('\n')}\n`;
}

function table(head: string, counts: Record<string, number>): string[] {
  const entries = Object.entries(counts).map(([name, value]) => [name, number(value)] as const);
  const width = Math.max(head.length, ...entries.map(([name]) => name.length));
  const digits = Math.max(0, ...entries.map(([, value]) => value.length));
  return entries.map(([name, value]) => `  ${name.padEnd(width)}  ${value.padStart(digits)}`);
}

const number = (value: number): string => value.toLocaleString('en');
