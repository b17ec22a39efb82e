/** What is indexed, as an agent is told of it. Pure. */
import { groupedDigits } from '../../base/format-number.ts';
import { NO_VECTORS } from '../../index/row-vectors.ts';
import { firstOf, noteLines, type Said, shortNotes, unlessEmpty, type Warned } from './tool-result.ts';

/** Of `lemmahead/index-stats@1`. */
interface StatsReport {
  path: string;
  built_at: string;
  toolchain: string;
  vectors: string;
  packages: { name: string; rev: string; declarations: number }[];
}

const MOST_PACKAGES = 20;

export function sayStats({ path, packages, warnings, ...stats }: Warned<StatsReport>): Said {
  const notes = shortNotes(warnings);
  const told = packages.map(({ name, rev, declarations }) => `${name} ${groupedDigits(declarations)} at ${rev}`);
  const compact = {
    index: path,
    built_at: stats.built_at,
    toolchain: stats.toolchain,
    declarations: packages.reduce((sum, { declarations }) => sum + declarations, 0),
    packages: firstOf(told, MOST_PACKAGES),
    vectors: stats.vectors !== NO_VECTORS,
    notes: unlessEmpty(notes),
  };
  const lines = [
    `${groupedDigits(compact.declarations)} declarations, built ${compact.built_at}, toolchain ${compact.toolchain}`,
    ...compact.packages.map((line) => `  ${line}`),
    `  ${path}${compact.vectors ? '' : ', without vectors'}`,
    ...noteLines(notes),
  ];
  return { compact, lines };
}
