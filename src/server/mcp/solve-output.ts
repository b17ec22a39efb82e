/** Formats the result of `solve` for an agent: the answer, and the theorems and the template that were shown. Pure. */
import type { SolveReport } from '../../report/solve-schema.ts';
import { firstOf, noteLines, shortNotes, shortText, type ToolOutput, unlessEmpty, type Warned } from './tool-result.ts';

const MAX_TEXT_LENGTH = 4000;
const MAX_THEOREMS = 8;

export function formatSolve(report: Warned<SolveReport>): ToolOutput {
  const { answer, text, samples, votes, context, models, notices, warnings } = report;
  const limit = models.find(({ stopped_by: stopped }) => stopped !== null)?.stopped_by;
  const theorems = firstOf(context?.table.map(({ name }) => name) ?? [], MAX_THEOREMS);
  const notes = shortNotes(
    models.length === 0 ? ['The server has no model: no answer was asked for.'] : [],
    notices,
    warnings,
  );
  const compact = {
    answer: answer ?? undefined,
    text: text === null ? undefined : shortText(text, MAX_TEXT_LENGTH),
    votes: samples.length > 1 ? votes : undefined,
    theorems: unlessEmpty(theorems),
    template: context?.template?.title,
    stopped_by: limit ?? undefined,
    notes: unlessEmpty(notes),
  };
  const lines = [
    answer === null ? 'No answer.' : `answer: ${answer}${samples.length > 1 ? ` (${votes} of ${samples.length})` : ''}`,
    ...(compact.text === undefined ? [] : [compact.text]),
    ...(theorems.length === 0 ? [] : [`theorems: ${theorems.join('; ')}`]),
    ...(compact.template === undefined ? [] : [`template: ${compact.template}`]),
    ...(limit === undefined ? [] : [`stopped: max_${limit} is used up`]),
    ...noteLines(notes),
  ];
  return { compact, lines };
}
