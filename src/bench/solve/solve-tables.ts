/** Tables and the page of `bench solve`. Pure. */
import { formatNumber } from '../../base/format-number.ts';
import { pluralize } from '../../base/pluralize.ts';
import { markup } from '../experiment/page/markup.ts';
import { reportPage, tableMarkup } from '../experiment/page/page.ts';
import { type FactLine, originLines } from '../experiment/provenance.ts';
import { alignedRows, escapeMarkdown, formatCost, markdownTables, percent, type Table } from '../experiment/table.ts';
import type { BenchSolveReport, SolveMethodReport } from './bench-solve-schema.ts';
import { publishedSolveTables } from './published-solve.ts';
import { isOf } from './solve-summary.ts';

/** With the model if there are several. */
function labelOf({ method, model, scripted }: SolveMethodReport, { models }: BenchSolveReport): string {
  return `${method}${models.length === 1 ? '' : ` @ ${model}`}${scripted ? ' (scripted)' : ''}`;
}

export function tablesOfSolve(report: BenchSolveReport): Table[] {
  return [
    accuracyTable(report),
    ...agreementTable(report),
    ...(report.pairs.length === 0 ? [] : [pairTable(report)]),
    effortTable(report),
    ...publishedSolveTables(report.sets),
  ];
}

function accuracyTable(report: BenchSolveReport): Table {
  const { methods, judge, runs } = report;
  const count = (correct: number): string => (Number.isInteger(correct) ? String(correct) : correct.toFixed(1));
  return {
    title: 'Right answers',
    note: `An answer is right if the checker says that it is the same${judge === null ? '' : `, or ${judge} says so`}. ${runs === 1 ? 'One run' : `Means of ${runs} runs`}; 95 % Wilson intervals.`,
    head: [
      'method',
      'n',
      'right',
      'accuracy',
      'judge only',
      'no answer',
      'undecided',
      'failed',
      'no context',
      'invented',
    ],
    rows: methods.map((each) => [
      labelOf(each, report),
      String(each.n),
      count(each.correct),
      `${percent(each.accuracy)} [${each.interval.map(percent).join(', ')}]`,
      String(each.by_judge_only.length),
      ...(['no-answer', 'undecided', 'failed'] as const).map((state) => String(each.states[state])),
      percent(each.no_context),
      String(each.invented),
    ]),
  };
}

/** None without `--judge-all`. */
function agreementTable(report: BenchSolveReport): Table[] {
  const rows = report.methods.flatMap(({ agreement, by_judge_only: judgeOnly, ...each }): string[][] => {
    if (agreement === null) return [];
    const { judged, agreed, checker_only: checkerOnly } = agreement;
    const share = judged === 0 ? '–' : percent(agreed / judged);
    const counts = [judged, agreed, share, checkerOnly.length, judgeOnly.length].map(String);
    return [[labelOf({ agreement, by_judge_only: judgeOnly, ...each }, report), ...counts]];
  });
  if (rows.length === 0) return [];
  return [
    {
      title: 'Agreement of the checker and the judge',
      note: 'Answers with a verdict of both, in all runs; the last two columns count questions. What the checker cannot decide counts as refused.',
      head: ['method', 'judged', 'agreed', 'share', 'checker only', 'judge only'],
      rows,
    },
  ];
}

function pairTable({ pairs, models }: BenchSolveReport): Table {
  return {
    title: 'Against the plain methods',
    note: 'Questions that both have in all runs; won and lost by most runs. The interval is by bootstrap over questions, p from the exact McNemar test.',
    head: ['method', 'against', 'won', 'lost', 'difference [95 %]', 'p'],
    rows: pairs.map(({ model, first, second, won, lost, difference, interval, p }) => [
      ...[models.length === 1 ? second : `${second} @ ${model}`, first, String(won.length), String(lost.length)],
      `${percent(difference)} [${interval.map(percent).join(', ')}]`,
      p < 0.001 ? '< 0.001' : p.toFixed(3),
    ]),
  };
}

function effortTable(report: BenchSolveReport): Table {
  const { methods } = report;
  return {
    title: 'Effort',
    note: 'Kept answers cost no tokens and little time. Seconds to the answer, with and without distilling and choosing.',
    head: ['method', 'requests', 'tokens', 'US$', 'median s', 'mean s', 'mean s without distilling'],
    rows: methods.map((each) => [
      labelOf(each, report),
      ...[each.requests, each.tokens].map(formatNumber),
      formatCost(each.cost),
      ...[each.seconds.median, each.seconds.mean, each.seconds.mean_without_distilling].map((time) => time.toFixed(2)),
    ]),
  };
}

function warningsOf({ scripted, stopped_by: stoppedBy, methods }: BenchSolveReport): string[] {
  const failed = methods.reduce((sum, { states }) => sum + states.failed, 0);
  return [
    ...(scripted
      ? ['SCRIPTED: a script gave the answers instead of a model. The figures say nothing about any model.']
      : []),
    ...(stoppedBy === null && failed === 0
      ? []
      : [
          `This report is incomplete${stoppedBy === null ? '' : `: stopped by ${stoppedBy}`}. The same command resumes it.`,
        ]),
  ];
}

export function renderBenchSolve(report: BenchSolveReport): string {
  return [
    ...warningsOf(report).flatMap((warning) => [warning, '']),
    ...tablesOfSolve(report).flatMap((table) => [table.title, ...alignedRows(table), table.note, '']),
    ...(report.left_out.length === 0 ? [] : [`Left out: ${report.left_out.length} questions; --json names them.`]),
    `Report: ${report.folder}/report.html, report.json`,
    '',
  ].join('\n');
}

function factLines({ provenance, datasets, questions, left_out: leftOut, ...report }: BenchSolveReport): FactLine[] {
  const { models, judge, graph, runs } = report;
  return [
    ...originLines(provenance),
    [models.length === 1 ? 'model' : 'models', models.join(', ')],
    ['checker', String(provenance.plan['checker'] ?? 'not installed')],
    ['judge', judge ?? 'none'],
    ['graph', graph ?? 'none'],
    ['dataset', `${pluralize(questions, 'question')} from ${datasets.join(', ')}; ${leftOut.length} left out`],
    ['runs', String(runs)],
    ['seed', String(provenance.seed)],
  ];
}

const titleOf = ({ scripted, questions, methods }: BenchSolveReport): string =>
  `${scripted ? 'SCRIPTED ANSWERS: ' : ''}${pluralize(questions, 'question')}, ${pluralize(new Set(methods.map(({ method }) => method)).size, 'method')}`;

export function benchSolveMarkdown(report: BenchSolveReport): string {
  return [
    `# lemmahead bench solve: ${titleOf(report)}`,
    '',
    ...warningsOf(report).flatMap((warning) => [`**${escapeMarkdown(warning)}**`, '']),
    ...factLines(report).map(([label, value]) => `- ${escapeMarkdown(label)}: ${escapeMarkdown(value)}`),
    ...markdownTables([...tablesOfSolve(report), questionTable(report)]),
    '',
  ].join('\n');
}

export function benchSolvePage(report: BenchSolveReport): string {
  const { provenance, datasets, methods } = report;
  return reportPage({
    command: 'lemmahead bench solve',
    title: titleOf(report),
    byline: `lemmahead ${provenance.lemmahead} bench solve · ${datasets.join(', ')} · ${provenance.made_at.slice(0, 10)}`,
    warnings: warningsOf(report),
    facts: factLines(report),
    content: markup`${tablesOfSolve(report).map(
      (table) => markup`<h2>${table.title}</h2>${tableMarkup(table, table.head[0] === 'method' ? methods.length : 0)}`,
    )}
<h2>Question by question</h2>
${tableMarkup(questionTable(report), 0)}`,
  });
}

function questionTable(report: BenchSolveReport): Table {
  const { results, methods, runs } = report;
  const names = [...new Set(results.map(({ question }) => question))];
  return {
    title: 'Question by question',
    note: runs === 1 ? 'The state of each answer.' : 'The states of all runs.',
    head: ['question', ...methods.map((each) => labelOf(each, report))],
    rows: names.map((name) => [
      name,
      ...methods.map((system) => {
        const own = results.filter((result) => result.question === name && isOf(result, system));
        return own.length === 0 ? 'not asked' : own.map(({ state }) => state).join(', ');
      }),
    ]),
  };
}
