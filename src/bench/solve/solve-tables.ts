/** Tables and the page of `bench solve`. Pure. */
import { formatNumber } from '../../base/format-number.ts';
import { pluralize } from '../../base/pluralize.ts';
import { markup } from '../experiment/page/markup.ts';
import { reportPage, tableMarkup } from '../experiment/page/page.ts';
import { type FactLine, originLines } from '../experiment/provenance.ts';
import { alignedRows, type Table } from '../experiment/table.ts';
import { formatCost, percent } from '../prove/tables.ts';
import type { BenchSolveReport, SolveMethodReport } from './bench-solve-schema.ts';
import { publishedSolveTables } from './published-solve.ts';

const labelOf = ({ method, scripted }: Pick<SolveMethodReport, 'method' | 'scripted'>): string =>
  scripted ? `${method} (scripted)` : method;

export function tablesOfSolve(report: BenchSolveReport): Table[] {
  return [
    accuracyTable(report),
    ...(report.pairs.length === 0 ? [] : [pairTable(report)]),
    effortTable(report),
    ...publishedSolveTables(),
  ];
}

function accuracyTable({ methods, judge, runs }: BenchSolveReport): Table {
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
      labelOf(each),
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

function pairTable({ pairs }: BenchSolveReport): Table {
  return {
    title: 'Against the plain methods',
    note: 'Questions that both have in all runs; won and lost by most runs. The interval is by bootstrap over questions, p from the exact McNemar test.',
    head: ['method', 'against', 'won', 'lost', 'difference [95 %]', 'p'],
    rows: pairs.map(({ first, second, won, lost, difference, interval, p }) => [
      ...[second, first, String(won.length), String(lost.length)],
      `${percent(difference)} [${interval.map(percent).join(', ')}]`,
      p < 0.001 ? '< 0.001' : p.toFixed(3),
    ]),
  };
}

function effortTable({ methods }: BenchSolveReport): Table {
  return {
    title: 'Effort',
    note: 'Kept answers cost no tokens and little time. Seconds to the answer, with and without distilling and choosing.',
    head: ['method', 'requests', 'tokens', 'US$', 'median s', 'mean s', 'mean s without distilling'],
    rows: methods.map((each) => [
      labelOf(each),
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

export function benchSolvePage(report: BenchSolveReport): string {
  const { provenance, datasets, questions, methods, scripted, model, judge, graph, runs } = report;
  const facts: FactLine[] = [
    ...originLines(provenance),
    ['model', model],
    ['judge', judge ?? 'none'],
    ['graph', graph ?? 'none'],
    ['dataset', `${pluralize(questions, 'question')} from ${datasets.join(', ')}; ${report.left_out.length} left out`],
    ['runs', String(runs)],
    ['seed', String(provenance.seed)],
  ];
  return reportPage({
    command: 'lemmahead bench solve',
    title: `${scripted ? 'SCRIPTED ANSWERS: ' : ''}${pluralize(questions, 'question')}, ${pluralize(methods.length, 'method')}`,
    byline: `lemmahead ${provenance.lemmahead} bench solve · ${datasets.join(', ')} · ${provenance.made_at.slice(0, 10)}`,
    warnings: warningsOf(report),
    facts,
    content: markup`${tablesOfSolve(report).map(
      (table) => markup`<h2>${table.title}</h2>${tableMarkup(table, table.head[0] === 'method' ? methods.length : 0)}`,
    )}
<h2>Question by question</h2>
${tableMarkup(questionTable(report), 0)}`,
  });
}

function questionTable({ results, methods, runs }: BenchSolveReport): Table {
  const names = [...new Set(results.map(({ question }) => question))];
  return {
    title: 'Question by question',
    note: runs === 1 ? 'The state of each answer.' : 'The states of all runs.',
    head: ['question', ...methods.map(labelOf)],
    rows: names.map((name) => [
      name,
      ...methods.map(({ method }) => {
        const own = results.filter((result) => result.question === name && result.method === method);
        return own.length === 0 ? 'not asked' : own.map(({ state }) => state).join(', ');
      }),
    ]),
  };
}
