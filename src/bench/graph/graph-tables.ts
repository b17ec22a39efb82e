/** Tables and the page of `bench graph`. Pure. */
import { formatNumber } from '../../base/format-number.ts';
import { pluralize } from '../../base/pluralize.ts';
import { markup } from '../experiment/page/markup.ts';
import { reportPage, tableMarkup } from '../experiment/page/page.ts';
import { type FactLine, originLines } from '../experiment/provenance.ts';
import { alignedRows, type Table } from '../experiment/table.ts';
import type { BenchGraphReport, Figure } from './bench-graph-schema.ts';
import { linePlots } from './line-plots.ts';

type Measured = BenchGraphReport['measures'][number];

/** `.543` for a share, `12,345` for a count. */
export function figureText({ value, interval }: Pick<Figure, 'value' | 'interval'>): string {
  const share = (each: number): string => each.toFixed(3).replace(/^(-?)0(?=\.)/, '$1');
  if (interval === null) return Number.isInteger(value) ? formatNumber(value) : share(value);
  return `${share(value)} (${interval.map(share).join('–')})`;
}

export const isMissed = ({ value, bar, most }: Figure): boolean =>
  (bar !== null && value < bar) || (most !== null && value > most);

function cellText(figure: Figure | undefined): string {
  if (figure === undefined) return '–';
  const { bar, most } = figure;
  const goals = [...(bar === null ? [] : [`bar ${bar}`]), ...(most === null ? [] : [`at most ${most}`])];
  return [figureText(figure), ...goals, ...(isMissed(figure) ? ['missed'] : [])].join(', ');
}

/** One table a measure: a row for each system and set, a column for each figure. */
function figureTable({ measure, figures, notes }: Measured): Table {
  const columns = [...new Set(figures.map(({ column }) => column))];
  const keyOf = ({ row, set, by, scripted }: Figure): string => JSON.stringify([row, set, by, scripted]);
  const rows = Map.groupBy(figures, keyOf);
  return {
    title: measure,
    note: notes.join(' '),
    head: ['', ...columns, 'set', 'n', 'by'],
    rows: [...rows.values()].map((own) => {
      const [{ row, set, n, by, scripted }] = own as [Figure];
      const cells = columns.map((column) => cellText(own.find((figure) => figure.column === column)));
      return [row, ...cells, set, formatNumber(n), scripted ? `${by} (scripted)` : by];
    }),
  };
}

function publishedOf({ published }: BenchGraphReport): Table[] {
  return published.map((table) => ({ ...table, rows: table.rows.map((row) => [...row]) }));
}

export function renderBenchGraph(report: BenchGraphReport): string {
  const tables = [...report.measures.flatMap((each) => [figureTable(each), ...each.details]), ...publishedOf(report)];
  return [
    ...warningsOf(report).flatMap((warning) => [warning, '']),
    ...tables.flatMap((table) => [table.title, ...alignedRows(table), ...(table.note === '' ? [] : [table.note]), '']),
    ...(report.missed.length === 0 ? [] : ['Missed:', ...report.missed.map((each) => `  ${each}`), '']),
    `Report: ${report.folder}/report.html, report.json`,
    '',
  ].join('\n');
}

function warningsOf({ measures }: BenchGraphReport): string[] {
  const isScripted = measures.some(({ figures }) => figures.some(({ scripted }) => scripted));
  return isScripted
    ? ['SCRIPTED: a script gave some answers instead of a model. Those figures say nothing about any model.']
    : [];
}

function factsOf({ provenance, library, embedder, measures }: BenchGraphReport): FactLine[] {
  const seconds = measures.reduce((sum, each) => sum + each.seconds, 0);
  return [
    ...originLines(provenance),
    ['library', library ?? 'none'],
    ['embedder', embedder],
    ['CPU time', `${Math.round(seconds)} s`],
    ['seed', String(provenance.seed)],
  ];
}

export function benchGraphPage(report: BenchGraphReport): string {
  const { provenance, measures } = report;
  return reportPage({
    command: 'lemmahead bench graph',
    title: `The knowledge graph: ${pluralize(measures.length, 'measure')}`,
    byline: `lemmahead ${provenance.lemmahead} bench graph · ${provenance.made_at.slice(0, 10)}`,
    warnings: warningsOf(report),
    facts: factsOf(report),
    content: markup`${measures.map((measure) => {
      const { title, ...table } = figureTable(measure);
      const details = measure.details.map((each) => markup`<h3>${each.title}</h3>${tableMarkup(each, 0)}`);
      return markup`<h2>${title}</h2>${tableMarkup(table, 0)}${linePlots(measure.plots)}${details}`;
    })}
${publishedOf(report).map((table) => markup`<h2>${table.title}</h2>${tableMarkup(table, 0)}`)}`,
  });
}
