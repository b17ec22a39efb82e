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
import { failureLines, higherLimit } from './prove-text.ts';
import { findingLines, remarkLines } from './statement-check-text.ts';

const MAX_LISTED = 8;
const MAX_ERRORS = 3;

export function renderFormalize(report: FormalizeReport, style: TextStyle): string {
  const { chosen, candidates } = report;
  const others = candidates.filter(({ text }) => text === null || text !== chosen);
  const blocks = [
    packLines(report.pack, style),
    chosenLines(report, style),
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

/** The chosen statement and what was found about it. */
function chosenLines({ chosen, candidates }: FormalizeReport, style: TextStyle): string[] {
  if (chosen === null) return [];
  const found = candidates.find(({ text }) => text === chosen);
  const lines = chosen.trimEnd().split('\n');
  const shown = lines.map((line) => paintLean(withoutControls(line), style));
  if (found === undefined) return shown;
  return [...shown, ...findingLines(found, style), ...remarkLines(found, style)];
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

type Candidate = FormalizeReport['candidates'][number];

const LABELS: Record<Candidate['verdict'], string> = {
  compiles: 'compiles',
  unchecked: 'not checked',
  fails: 'fails',
  refused: 'refused',
  none: 'no statement',
};

function candidateLines(candidate: Candidate, style: TextStyle): string[] {
  const color = paint(style);
  const { text, samples, verdict, why, errors, remarks } = candidate;
  const head = `${color.dim(`${samples.length}×`)} ${LABELS[verdict]}${why === null ? '' : `: ${firstLine(withoutControls(why))}`}`;
  return [
    head,
    ...(text === null ? [] : [color.dim(`     ${withoutControls(theoremLine(text))}`)]),
    ...findingLines(candidate, style).flatMap((lines) => lines.split('\n').map((line) => `   ${line}`)),
    ...(remarks.length === 0 ? [] : [`     remarks: ${remarks.map(({ rule }) => rule).join(', ')}`]),
    ...errors.slice(0, MAX_ERRORS).map(({ text: message }) => `     ${withoutControls(firstLine(message))}`),
  ];
}

/** The theorem on one line, without its header. */
export function theoremLine(text: string): string {
  return text
    .slice(text.lastIndexOf('\ntheorem ') + 1)
    .replaceAll(/\s+/g, ' ')
    .replace(/ := by sorry $/u, '');
}

function endLines(report: FormalizeReport, style: TextStyle): string[] {
  const { counts, checked, model_failure: failure, stopped_by, written_to } = report;
  const color = paint(style);
  const spending = formatSpending(report);
  const reused = counts.reused === 0 ? '' : `, ${counts.reused} of them from an earlier command`;
  const repairs = counts.repairs === 0 ? '' : `, ${pluralize(counts.repairs, 'correction')}`;
  return [
    verdictText(report, style),
    `${pluralize(counts.answers - counts.repairs, 'answer')} of ${counts.asked}${reused}${repairs}; ${pluralize(counts.distinct, 'statement')}${checked ? `, ${counts.compiled} compiled` : ''}${isChecked(report) ? `, ${counts.consistent} without a finding` : ''}${spending === '' ? '' : `; ${spending}`}.`,
    ...(stopped_by === null ? [] : [color.yellow(`The budget is used up (--max-${stopped_by}).`)]),
    ...(failure === null ? [] : failureLines(failure, style)),
    ...(written_to === null
      ? []
      : [`Written to ${written_to}. To prove it: lemmahead prove ${shellQuote(written_to)}`]),
    ...(report.replay_of === null ? [] : [replayLine(report.replay_of, report.differs ? [''] : [], style)]),
    ...(report.replay_of !== null || (stopped_by === null && failure === null)
      ? []
      : [`To resume: lemmahead runs resume ${report.run}${higherLimit(stopped_by)}`]),
    color.dim(`Recorded as ${report.run}: lemmahead runs show ${report.run}`),
  ];
}

/** Whether statements were checked further than that Lean accepts them. */
function isChecked({ candidates }: FormalizeReport): boolean {
  return candidates.some(({ faithfulness }) => faithfulness !== null);
}

const REASONS: Record<NonNullable<FormalizeReport['chosen_by']>, string> = {
  compiles: 'Lean accepts no other',
  checks: 'a check holds against the others',
  judges: 'the judges say more for it',
  agreement: 'most answers agree with it',
  remarks: 'of those with as many answers, it has the fewest remarks',
  answers: 'most answers write it so',
  first: 'as good as the next one, and the first',
};

function verdictText(report: FormalizeReport, style: TextStyle): string {
  const { chosen, chosen_by: by, checked, counts, candidates } = report;
  const color = paint(style);
  const best = chosen === null ? undefined : candidates.find(({ text }) => text === chosen);
  if (best === undefined) return color.red(counts.distinct === 0 ? 'No statement.' : 'No statement compiles.');
  const why = by === null ? '' : ` Chosen because: ${REASONS[by]}.`;
  const summary = `${votesText(best, report)}.${why}`;
  if (!checked || best.verdict !== 'compiles') return `${color.yellow('This statement is not checked')}; ${summary}`;
  if (best.faithfulness === 'unfaithful') {
    return `${color.red('Lean accepts this statement, but it is not what the text can mean')}: ${best.findings.map(({ rule }) => rule).join(', ')}; ${summary}`;
  }
  if (best.definitions.length > 0 && best.faithfulness !== 'suspect' && best.faithfulness !== 'consistent') {
    const names = best.definitions.map(({ name }) => withoutControls(name)).join(', ');
    return `${color.yellow(`Lean accepts this statement, but it rests on definitions of the model that no judge has accepted: ${names}`)}; ${summary} Ask a judge: --judge anthropic/NAME.`;
  }
  if (best.faithfulness === 'suspect')
    return `${color.yellow('Lean accepts this statement, but the judges say that the text says something else')}; ${summary}`;
  if (best.faithfulness === 'consistent')
    return `${color.green('Lean accepts this statement, and the judges say that it says what the text says')}; ${summary}`;
  const more = isChecked(report) ? ', and no check holds against it' : '';
  return `${color.green(`Lean accepts this statement${more}`)}; ${summary} Whether it says what the text says is not checked.`;
}

function votesText({ samples, class: of }: Candidate, { candidates, counts }: FormalizeReport): string {
  const equivalent = candidates.filter((each) => of !== null && each.class === of).flatMap((each) => each.samples);
  const more = equivalent.length - samples.length;
  const others = more <= 0 ? '' : `, ${more} an equivalent one`;
  return `${pluralize(samples.length, 'answer')} of ${counts.answers} gave it${others}`;
}

/** `differs`: the problems of a batch, or one empty name. */
export function replayLine(of: string, differs: readonly string[], style: TextStyle): string {
  if (differs.length === 0) return `The result is the same as in run ${of}.`;
  return paint(style).yellow(`The result differs from run ${of}${differs[0] === '' ? '' : `: ${differs.join(', ')}`}.`);
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
