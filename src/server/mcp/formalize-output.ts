/** Formats the result of `formalize` for an agent: the chosen statement and what speaks against the others. Pure. */
import { ellipsis } from '../../base/columns.ts';
import { collapseWhitespace } from '../../base/one-line.ts';
import { pluralize } from '../../base/pluralize.ts';
import type { FormalizeReport } from '../../report/formalize-schema.ts';
import { noteLines, shortNotes, shortText, type ToolOutput, unlessEmpty, type Warned } from './tool-result.ts';

const MAX_STATEMENT_LENGTH = 4000;
const MAX_REASON_LENGTH = 300;
const MAX_OTHERS = 3;

export function formatFormalize(report: Warned<FormalizeReport>): ToolOutput {
  const { chosen, candidates, model_failure: failure, counts, stopped_by: limit, run } = report;
  const best = candidates.find(({ text }) => text === chosen);
  const others = candidates.filter(({ text }) => text !== chosen || text === null).slice(0, MAX_OTHERS);
  const failed = failure === null ? [] : [`The model was not called any more: ${failure.message}`];
  const remarks = best?.remarks.map(({ text }) => text) ?? [];
  const notes = shortNotes(failed, remarks, report.notices, report.warnings);
  const compact = {
    statement: chosen === null ? undefined : shortText(chosen, MAX_STATEMENT_LENGTH),
    verdict: best?.verdict,
    faithfulness: best?.faithfulness ?? undefined,
    definitions: unlessEmpty(report.pack.definitions.map(({ name }) => name)),
    others: unlessEmpty(others.map(otherText)),
    answers: counts.answers,
    stopped_by: limit ?? undefined,
    run,
    cost: report.cost || undefined,
    next: failure?.next ?? (chosen === null ? undefined : 'Read whether it says what the text says, then call prove.'),
    notes: unlessEmpty(notes),
  };
  const spent = limit === null ? '' : `; stopped: max_${limit} is used up`;
  const lines = [
    chosen === null
      ? `No statement of ${pluralize(counts.answers, 'answer')} can be used${spent}.`
      : `${best?.verdict ?? 'unchecked'}; ${best?.samples.length ?? 0} of ${pluralize(counts.answers, 'answer')} gave it${spent}.`,
    ...(compact.statement === undefined ? [] : [compact.statement]),
    ...(compact.others ?? []),
    ...(compact.next === undefined ? [] : [`next: ${compact.next}`]),
    ...noteLines(notes),
  ];
  return { compact, lines };
}

function otherText({ verdict, why, errors, samples }: FormalizeReport['candidates'][number]): string {
  const reason = why ?? errors[0]?.text ?? '';
  const words = reason === '' ? verdict : `${verdict}: ${collapseWhitespace(reason)}`;
  return `${samples.length}× ${ellipsis(words, MAX_REASON_LENGTH)}`;
}
