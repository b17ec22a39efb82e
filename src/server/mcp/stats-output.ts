/** Formats the index statistics for an agent. Pure. */
import { formatNumber } from '../../base/format-number.ts';
import { NO_VECTORS } from '../../index/row-vectors.ts';
import { firstOf, noteLines, shortNotes, type ToolOutput, unlessEmpty, type Warned } from './tool-result.ts';

/** The used fields of `lemmahead/index-stats@1`. */
interface StatsReport {
  path: string;
  built_at: string;
  toolchain: string;
  vectors: string;
  packages: { name: string; rev: string; declarations: number }[];
}

const MAX_PACKAGES = 20;

export function formatStats({ path, packages, warnings, ...stats }: Warned<StatsReport>): ToolOutput {
  const notes = shortNotes(warnings);
  const packageLines = packages.map(({ name, rev, declarations }) => `${name} ${formatNumber(declarations)} at ${rev}`);
  const compact = {
    index: path,
    built_at: stats.built_at,
    toolchain: stats.toolchain,
    declarations: packages.reduce((sum, { declarations }) => sum + declarations, 0),
    packages: firstOf(packageLines, MAX_PACKAGES),
    vectors: stats.vectors !== NO_VECTORS,
    notes: unlessEmpty(notes),
  };
  const lines = [
    `${formatNumber(compact.declarations)} declarations, built ${compact.built_at}, toolchain ${compact.toolchain}`,
    ...compact.packages.map((line) => `  ${line}`),
    `  ${path}${compact.vectors ? '' : ', without vectors'}`,
    ...noteLines(notes),
  ];
  return { compact, lines };
}
