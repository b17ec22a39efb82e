/** The text report of a batch of `formalize`. Pure. */
import { firstLine } from '../base/one-line.ts';
import { pluralize } from '../base/pluralize.ts';
import { type FormalizeBatchReport, isUnfinished } from './formalize-batch-schema.ts';
import { replayLine, theoremLine } from './formalize-text.ts';
import { formatSpending } from './format-spending.ts';
import { joinBlocks, upTo, withoutControls } from './layout.ts';
import { failureLines, higherLimit } from './prove-text.ts';
import { paint, type TextStyle } from './style.ts';

const MAX_LISTED = 200;

export function renderFormalizeBatch(report: FormalizeBatchReport, style: TextStyle): string {
  const { problems } = report;
  const lines = problems.map((problem) => problemLine(problem, style));
  const list = upTo(MAX_LISTED, lines, (more) => `… ${pluralize(more, 'problem')} more: --json lists all`);
  return `${joinBlocks([list, endLines(report, style)])}\n`;
}

function problemLine(problem: FormalizeBatchReport['problems'][number], style: TextStyle): string {
  const color = paint(style);
  const { id, exit, chosen, note } = problem;
  const why = withoutControls(firstLine(note ?? ''));
  const name = color.bold(withoutControls(id));
  if (exit === 'done' && chosen !== null) return `${color.green('✓')} ${name}  ${withoutControls(theoremLine(chosen))}`;
  if (isUnfinished(problem))
    return `${color.yellow('…')} ${name}  ${why === '' ? 'not begun' : `not finished: ${why}`}`;
  return `${color.red('✗')} ${name}  ${why === '' ? 'no statement' : why}`;
}

function endLines(report: FormalizeBatchReport, style: TextStyle): string[] {
  const { problems, formalized, unfinished, stopped_by: limit, model_failure: failure, run, replay_of } = report;
  const color = paint(style);
  const spending = formatSpending(report);
  const left = unfinished === 0 ? '' : `, ${unfinished} unfinished`;
  return [
    `${formalized} of ${pluralize(problems.length, 'problem')} formalized${left}${spending === '' ? '' : `; ${spending}`}.`,
    ...(report.scripted ? [color.yellow('The answers are those of a script, not of a language model.')] : []),
    ...(limit === null ? [] : [color.yellow(`Stopped: the limit --max-${limit} is reached.`)]),
    ...(failure === null ? [] : failureLines(failure, style)),
    ...(report.written_to === null ? [] : [`Written to ${report.written_to}.`]),
    ...(replay_of === null ? [] : [replayLine(replay_of, report.differs, style)]),
    ...(unfinished === 0 || replay_of !== null ? [] : [`To resume: lemmahead runs resume ${run}${higherLimit(limit)}`]),
    color.dim(`Recorded as ${run}: lemmahead runs show ${run}`),
  ];
}
