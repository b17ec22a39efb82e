/** The text report of `formalize` and its dry run. Pure. */
import { formatNumber } from '../base/format-number.ts';
import { firstLine } from '../base/one-line.ts';
import { shellQuote } from '../base/shell-quote.ts';
import { pluralize } from '../base/pluralize.ts';
import { promptLines } from './dry-run.ts';
import { dollars, formatSpending } from './format-spending.ts';
import type { FormalizeDryRunReport, FormalizeReport, PackReport } from './formalize-schema.ts';
import { joinBlocks, noticeLines, upTo, withoutControls } from './layout.ts';
import { paintLean } from './paint-lean.ts';
import { paint, type TextStyle } from './style.ts';
import { failureLines } from './prove-text.ts';

const MAX_LISTED = 8;
const MAX_ERRORS = 3;

export function renderFormalize(report: FormalizeReport, style: TextStyle): string {
  const { chosen, candidates } = report;
  const others = candidates.filter(({ text }) => text === null || text !== chosen);
  const blocks = [
    packLines(report.pack, style),
    chosen === null
      ? []
      : chosen
          .trimEnd()
          .split('\n')
          .map((line) => paintLean(withoutControls(line), style)),
    upTo(
      MAX_LISTED,
      others.flatMap((each) => candidateLines(each, style)),
      (more) => `… ${pluralize(more, 'line')} more`,
    ),
    endLines(report, style),
    noticeLines(report.notices, style),
  ];
  return `${joinBlocks(blocks)}\n`;
}

/** The concepts of the text, and the definitions that the prompt lists. */
function packLines({ class: of, concepts, definitions, hallucinated, stages }: PackReport, style: TextStyle): string[] {
  const color = paint(style);
  const words = concepts.map(({ surface }) => surface).join(', ');
  return [
    `${color.dim('concepts')}     ${words === '' ? 'none' : words}${of === 'implicit' ? color.dim('  (an applied problem)') : ''}`,
    `${color.dim('definitions')}  ${definitions.map(({ name }) => name).join(', ') || 'none'}`,
    ...(hallucinated.length === 0 ? [] : [`${color.dim('not found')}    ${withoutControls(hallucinated.join(', '))}`]),
    ...stages.flatMap(({ stage, note }) =>
      note === null ? [] : [`${color.yellow('note')} ${stage} was done offline: ${firstLine(withoutControls(note))}`],
    ),
  ];
}

const LABELS: Record<FormalizeReport['candidates'][number]['verdict'], string> = {
  compiles: 'compiles',
  unchecked: 'not checked',
  fails: 'fails',
  refused: 'refused',
  none: 'no statement',
};

function candidateLines(candidate: FormalizeReport['candidates'][number], style: TextStyle): string[] {
  const color = paint(style);
  const { text, samples, verdict, why, errors } = candidate;
  const head = `${color.dim(`${samples.length}×`)} ${LABELS[verdict]}${why === null ? '' : `: ${firstLine(withoutControls(why))}`}`;
  return [
    head,
    ...(text === null ? [] : [color.dim(`     ${withoutControls(theoremLine(text))}`)]),
    ...errors.slice(0, MAX_ERRORS).map(({ text: message }) => `     ${withoutControls(firstLine(message))}`),
  ];
}

/** The theorem on one line, without its header. */
function theoremLine(text: string): string {
  return text
    .slice(text.lastIndexOf('\ntheorem ') + 1)
    .replaceAll(/\s+/g, ' ')
    .replace(/ := by sorry $/u, '');
}

function endLines(report: FormalizeReport, style: TextStyle): string[] {
  const { counts, chosen, checked, candidates, model_failure: failure, stopped_by, written_to } = report;
  const color = paint(style);
  const best = candidates.find(({ text }) => text === chosen);
  const spending = formatSpending(report);
  const reused = counts.reused === 0 ? '' : `, ${counts.reused} of them from an earlier command`;
  const repairs = counts.repairs === 0 ? '' : `, ${pluralize(counts.repairs, 'correction')}`;
  return [
    verdictText(report, best?.samples.length ?? 0, style),
    `${pluralize(counts.answers - counts.repairs, 'answer')} of ${counts.asked}${reused}${repairs}; ${pluralize(counts.distinct, 'statement')}${checked ? `, ${counts.compiled} compiled` : ''}${spending === '' ? '' : `; ${spending}`}.`,
    ...(stopped_by === null ? [] : [color.yellow(`The budget is used up (--max-${stopped_by}).`)]),
    ...(failure === null ? [] : failureLines(failure, style)),
    ...(written_to === null
      ? []
      : [`Written to ${written_to}. To prove it: lemmahead prove ${shellQuote(written_to)}`]),
  ];
}

function verdictText({ chosen, checked, counts }: FormalizeReport, votes: number, style: TextStyle): string {
  const color = paint(style);
  if (chosen === null) return color.red(counts.distinct === 0 ? 'No statement.' : 'No statement compiles.');
  const said = `${pluralize(votes, 'answer')} of ${counts.answers} gave it`;
  if (checked && counts.compiled > 0) {
    return `${color.green('Lean accepts this statement')}; ${said}. Whether it says what the text says is not checked.`;
  }
  return `${color.yellow('This statement is not checked')}; ${said}.`;
}

export function renderFormalizeDryRun(report: FormalizeDryRunReport, style: TextStyle): string {
  const { model, endpoint, prompts, max_requests, worst_tokens, worst_cost } = report;
  const cost = worst_cost === null ? 'price unknown' : dollars(worst_cost);
  const end =
    model === null
      ? 'No model is set, so nothing would be sent.'
      : `Would be sent to ${model} (${endpoint ?? ''}): at most ${pluralize(max_requests, 'request')}; those shown use at most ${formatNumber(worst_tokens)} tokens, ${cost}. Nothing was sent.`;
  const blocks = [
    packLines(report.pack, style),
    promptLines(prompts, style),
    [end],
    noticeLines(report.notices, style),
  ];
  return `${joinBlocks(blocks)}\n`;
}
