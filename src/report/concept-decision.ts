/** Text reports of decisions on concepts. Pure. */
import { pluralize } from '../base/pluralize.ts';

const APPLIED = 'The next build applies it: lemmahead concepts build\n';

/** `sentence`: what was decided. */
export function renderDecision(sentence: string, { undo, changed }: { undo: boolean; changed: boolean }): string {
  if (undo) return changed ? `Taken back: ${sentence}\n${APPLIED}` : `There was no decision on this: ${sentence}\n`;
  return `${sentence}${changed ? '' : ', as before'}\n${APPLIED}`;
}

export interface ImportedDecisions {
  /** In the file. */
  decisions: number;
  /** How many of them the library did not have. */
  changed: number;
  /** Records of the content of a base, which are not imported. */
  skipped: number;
}

export function renderImportedDecisions({ decisions, changed, skipped }: ImportedDecisions, path: string): string {
  const lines = [
    `${pluralize(decisions, 'decision')}, ${changed} new, in ${path}.`,
    ...(skipped === 0
      ? []
      : [`${pluralize(skipped, 'record')} of the content of a base not imported: a build makes it.`]),
  ];
  return `${lines.join('\n')}\n${changed === 0 ? '' : 'The next build applies them: lemmahead concepts build\n'}`;
}
