/** Text report of a build of a concept base, and its progress. */
import { formatNumber } from '../base/format-number.ts';
import { pluralize } from '../base/pluralize.ts';
import type { BaseSummary } from '../builders/concepts/build-base.ts';
import type { STAGES } from '../builders/concepts/build-in-thread.ts';
import type { ListSummary } from '../concepts/definition.ts';
import type { ModelsReport } from '../session/concept-models-schema.ts';
import { modelsLines } from './concepts-build-models.ts';
import { paint, type TextStyle } from './style.ts';

const STAGE_TEXTS: Record<(typeof STAGES)[number], string> = {
  files: 'reading files',
  statements: 'finding the definitions that each statement names',
  texts: 'counting phrases',
  translations: 'learning what phrases mean',
  phrases: 'naming concepts',
  write: 'writing',
};

export function stageText(stage: (typeof STAGES)[number]): string {
  return STAGE_TEXTS[stage];
}

export function renderConceptsBuild(
  report: BaseSummary & { path: string; seconds: number; models: ModelsReport | null },
  style: TextStyle,
): string {
  const color = paint(style);
  const lines = [
    `${color.bold(pluralize(report.concepts, 'concept'))} (${formatNumber(report.coreConcepts)} core) of ${pluralize(report.definitions, 'definition')} in ${report.seconds.toFixed(1)} s`,
    ...report.lists.map(listText),
    ...carriedLines(report.modelRows),
    ...(report.models === null ? [] : modelsLines(report.models)),
    `  ${report.path}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** What became of the texts that models wrote for the base before. */
function carriedLines({ kept, renamed, changed, gone }: BaseSummary['modelRows']): string[] {
  const parts: [number, string][] = [
    [kept, 'kept'],
    [renamed, 'renamed with their definitions'],
    [changed, 'dropped, because their definitions have changed'],
    [gone, 'dropped, because their definitions are gone'],
  ];
  const shown = parts.filter(([count]) => count > 0).map(([count, what]) => `${formatNumber(count)} ${what}`);
  return shown.length === 0 ? [] : [`  texts of models: ${shown.join(', ')}`];
}

/** `overview of Mathlib: 420 entries, 911 of 911 names known` */
export function listText({ list, from, entries, names, known, elsewhere, undeclared }: ListSummary): string {
  const others = [
    elsewhere === 0 ? '' : `, ${formatNumber(elsewhere)} with only an address`,
    undeclared === 0 ? '' : `, ${formatNumber(undeclared)} without a declaration`,
  ].join('');
  return `  list ${list} of ${from}: ${formatNumber(known)} of ${formatNumber(names)} names known, in ${formatNumber(entries)} entries${others}`;
}
