/** The text reports of `statement check` and `statement compare`. Pure. */
import { firstLine } from '../base/one-line.ts';
import { formatNumber } from '../base/format-number.ts';
import { pluralize } from '../base/pluralize.ts';
import { promptLines } from './dry-run.ts';
import { dollars, formatSpending } from './format-spending.ts';
import { joinBlocks, upTo, withoutControls } from './layout.ts';
import type {
  CheckedStatementReport,
  ComparisonReport,
  JudgementReport,
  StatementCompareReport,
  StatementDryRunReport,
  StatementReport,
} from './statement-schema.ts';
import { paint, type TextStyle } from './style.ts';
import { wrap } from './wrap.ts';

type OpinionReport = JudgementReport['opinions'][number];

const LABEL_WIDTH = 14;
/** Constants that are listed. */
const MOST_LISTED = 20;

export function renderStatement(report: StatementReport, style: TextStyle): string {
  const blocks = report.statements.map((statement) => joinBlocks([statementLines(statement, report, style)]));
  const spending = formatSpending(report);
  return `${[...blocks, ...(spending === '' ? [] : [`${spending}.`])].join('\n\n')}\n`;
}

export function renderStatementDryRun(report: StatementDryRunReport, style: TextStyle): string {
  const { judges, prompts, max_requests, worst_tokens, worst_cost } = report;
  const cost = worst_cost === null ? 'price unknown' : dollars(worst_cost);
  const servers = judges.map(({ model, endpoint }) => `${model} (${endpoint})`).join(', ');
  const end = `Would be sent to ${servers}: at most ${pluralize(max_requests, 'request')}; those shown use at most ${formatNumber(worst_tokens)} tokens, ${cost}. Nothing was sent.`;
  return `${joinBlocks([promptLines(prompts, style), [end]])}\n`;
}

function statementLines(
  statement: CheckedStatementReport,
  { file, against }: StatementReport,
  style: TextStyle,
): string[] {
  const color = paint(style);
  const name = withoutControls(statement.name ?? 'example');
  const row = (label: string, text: string): string => fact(label, text, style);
  const lines = [`${color.cyan(`${file}:${statement.line}`)}: ${color.bold(name)}: ${verdictText(statement, style)}`];
  lines.push(...statement.errors.slice(0, 3).map((error) => row('error', firstLine(error))));
  lines.push(...findingLines(statement, style));
  if (statement.reference !== null)
    lines.push(row('against', `${against ?? ''}: ${comparisonText(statement.reference)}`));
  if (statement.reference_error !== null) lines.push(row('against', `${against ?? ''}: ${statement.reference_error}`));
  lines.push(...remarkLines(statement, style));
  if (statement.approval !== 'none') lines.push(row('approval', APPROVALS[statement.approval]));
  const shown = upTo(
    MOST_LISTED,
    statement.rests_on.map(constantText),
    (count) => `… ${count} more (--json lists them)`,
  );
  lines.push(...shown.map((text, at) => row(at === 0 ? 'rests on' : '', text)));
  return lines;
}

export function findingLines({ findings }: Pick<CheckedStatementReport, 'findings'>, style: TextStyle): string[] {
  return findings.map(({ rule, by }) => fact(rule, `${FINDINGS[rule]} Proof: ${by.replaceAll('\n', '; ')}`, style));
}

/** What the judges say, remarks, and checks that gave no answer. */
export function remarkLines(
  { judgement, remarks, unanswered }: Pick<CheckedStatementReport, 'judgement' | 'remarks' | 'unanswered'>,
  style: TextStyle,
): string[] {
  const opinions = judgement?.opinions ?? [];
  return [
    ...opinions.flatMap((opinion) => opinionRows(opinion).map((text) => fact('judge', text, style))),
    ...remarks.map(({ rule, text }) => fact(rule, text, style)),
    ...unanswered.map(({ check, detail }) => fact('no answer', `${check}: ${firstLine(detail)}`, style)),
  ];
}

/** The answer, then what the judge reads, then what it holds against the statement. */
function opinionRows({ judge, same, read_back, differences, components, failure }: OpinionReport): string[] {
  const answer = same === null ? `no answer: ${firstLine(failure?.detail ?? '')}` : same ? 'the same' : 'not the same';
  const quotes = (text: string, statement: string): string => `'${text}' in the text, '${statement}' in the statement`;
  return [
    `${judge}: ${answer}.`,
    ...(read_back === null ? [] : [`It reads: ${read_back}`]),
    ...differences.map(({ kind, of_text, of_statement }) => `${kind}: ${quotes(of_text, of_statement)}`),
    ...components.flatMap(({ of_text, of_statement, matches }) =>
      matches ? [] : [`critic: ${quotes(of_text, of_statement)}`],
    ),
  ].map(withoutControls);
}

const FINDINGS = { refuted: 'It is false.', vacuous: 'Its hypotheses contradict each other.' };

const APPROVALS = {
  same: 'This is the approved statement.',
  changed: 'Another statement was approved under this name.',
  stored: 'Approved now.',
};

function verdictText({ compiles, verdict, errors, judgement }: CheckedStatementReport, style: TextStyle): string {
  const color = paint(style);
  if (!compiles)
    return errors.length > 0 ? color.red.bold('does not compile') : color.yellow.bold('could not be checked');
  switch (verdict) {
    case 'faithful':
      return color.green.bold('faithful');
    case 'consistent':
      return color.green.bold(judgement?.unanimous === false ? 'consistent, but the judges disagree' : 'consistent');
    case 'unfaithful':
      return color.red.bold('unfaithful');
    case 'suspect':
      return color.yellow.bold(judgement?.unanimous === false ? 'suspect, but the judges disagree' : 'suspect');
    case 'unchecked':
      return 'compiles; no check holds against it';
  }
}

function constantText({ name, kind, doc, file, line }: CheckedStatementReport['rests_on'][number]): string {
  const place = file === null ? '' : `  ${file}:${line}`;
  const words = doc === null ? '' : `  ${firstLine(doc)}`;
  return withoutControls(`${kind === null ? '' : `${kind} `}${name}${place}${words}`);
}

const LEVELS: Record<ComparisonReport['level'], string> = {
  same: 'the same statement',
  defeq: 'the same by computation',
  equivalent: 'equivalent: each follows from the other',
  stronger: 'stronger: the other follows from it, the reverse was not shown',
  weaker: 'weaker: it follows from the other, the reverse was not shown',
  different: 'different: one is true, the other is false',
  'both-provable': 'both are provable at once, so a comparison says nothing',
  unknown: 'not known',
};

function comparisonText({ level, why }: ComparisonReport): string {
  return `${LEVELS[level]}.${why === null ? '' : ` ${why}`}`;
}

export function renderStatementCompare(report: StatementCompareReport, style: TextStyle): string {
  const { files, names, forward, backward, a, b } = report;
  const title = `${files.a} (${names.a ?? 'example'}) and ${files.b} (${names.b ?? 'example'})`;
  const lines = [`${paint(style).bold(title)}: ${comparisonText(report)}`];
  const row = (label: string, text: string | null): void => {
    if (text !== null) lines.push(fact(label, text.replaceAll('\n', '; '), style));
  };
  row('a gives b', forward.by);
  row('b gives a', backward.by);
  for (const [label, truth] of [
    ['a', a],
    ['b', b],
  ] as const) {
    if (truth.by !== null) row(label, `${truth.state} alone: ${truth.by}`);
  }
  return `${lines.join('\n')}\n`;
}

/** A label with its text in a column, without control characters. A long label has a line of its own. */
function fact(label: string, text: string, style: TextStyle): string {
  const title = label === '' ? '' : `${label}:`;
  const wrapped = wrap(text, { width: Math.max(style.width, 60), indent: LABEL_WIDTH + 2 }).join('\n');
  const shown = paint(style).dim(title.padEnd(LABEL_WIDTH));
  return title.length < LABEL_WIDTH ? `  ${shown}${wrapped.slice(LABEL_WIDTH + 2)}` : `  ${shown}\n${wrapped}`;
}
