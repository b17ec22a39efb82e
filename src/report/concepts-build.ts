/** Text report of a build of a concept base, and its progress. */
import { formatNumber } from '../base/format-number.ts';
import { pluralize } from '../base/pluralize.ts';
import type { BaseSummary } from '../builders/concepts/build-base.ts';
import type { STAGES } from '../builders/concepts/build-in-thread.ts';
import type { ListSummary } from '../concepts/definition.ts';
import { paint, type TextStyle } from './style.ts';

const STAGE_TEXTS: Record<(typeof STAGES)[number], string> = {
  definitions: 'reading definitions',
  statements: 'finding the definitions that each statement names',
  texts: 'reading docstrings',
  translations: 'learning what phrases stand for',
  phrases: 'naming concepts',
  write: 'writing',
};

export function stageText(stage: (typeof STAGES)[number]): string {
  return STAGE_TEXTS[stage];
}

export function renderConceptsBuild(report: BaseSummary & { path: string; seconds: number }, style: TextStyle): string {
  const color = paint(style);
  const lines = [
    `${color.bold(pluralize(report.concepts, 'concept'))} (${formatNumber(report.coreConcepts)} core) of ${pluralize(report.definitions, 'definition')} in ${report.seconds.toFixed(1)} s`,
    ...report.lists.map(listText),
    `  ${report.path}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** `overview of Mathlib: 420 entries, 911 of 911 names known` */
export function listText({ list, from, entries, names, known, elsewhere, undeclared }: ListSummary): string {
  const others = [
    elsewhere === 0 ? '' : `, ${formatNumber(elsewhere)} with only an address`,
    undeclared === 0 ? '' : `, ${formatNumber(undeclared)} without a declaration`,
  ].join('');
  return `  list ${list} of ${from}: ${formatNumber(known)} of ${formatNumber(names)} names known, in ${formatNumber(entries)} entries${others}`;
}
