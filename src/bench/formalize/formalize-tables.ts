/** Tables and the page of `bench formalize`. Pure. */
import { formatNumber } from '../../base/format-number.ts';
import { pluralize } from '../../base/pluralize.ts';
import { type FactLine, originLines } from '../experiment/provenance.ts';
import { markup } from '../experiment/page/markup.ts';
import { reportPage, tableMarkup } from '../experiment/page/page.ts';
import { alignedRows, formatCost, percent, type Table } from '../experiment/table.ts';
import type { ArmReport, BenchFormalizeReport, MeasuredRate } from './bench-formalize-schema.ts';
import type { Estimate } from '../concepts/measures.ts';
import { publishedTables } from './published-formalize.ts';

export function tablesOfFormalize(report: BenchFormalizeReport): Table[] {
  return [
    ...(report.arms.some(({ cpr }) => cpr !== null) ? [rateTable(report)] : []),
    retrievalTable(report),
    ...(report.pairs.length === 0 ? [] : [pairTable(report), ...changeTables(report)]),
    effortTable(report),
    ...publishedTables(),
  ];
}

const labelOf = ({ arm, scripted }: Pick<ArmReport, 'arm' | 'scripted'>): string =>
  scripted ? `${arm} (scripted)` : arm;

function rateText({ estimate, wilson, problems }: MeasuredRate): string {
  return problems === 0 ? 'none counts' : `${percent(estimate)} [${wilson.map(percent).join(', ')}]`;
}

function rateTable({ arms, consistent_means: means }: BenchFormalizeReport): Table {
  const columns = (['cpr', 'far', 'beq'] as const).filter((name) => arms.some((arm) => arm[name] !== null));
  const ks = arms[0]?.cpr?.map(({ k }) => k) ?? [];
  const judged = means === null ? 'Only compiling was checked, so there is no FAR.' : `FAR: ${means}.`;
  return {
    title: 'Statements that compile (CPR), are consistent (FAR), are equivalent to the reference (BEq)',
    note: `${judged} Intervals are 95 % Wilson intervals; bootstrap intervals are in the JSON. Shares among the answers that compile.`,
    head: [
      'arm',
      'problems',
      ...columns.flatMap((name) => ks.map((k) => `${name.toUpperCase()}@${k}`)),
      'refuted',
      'vacuous',
      'unfinished',
    ],
    rows: arms.map((arm) => [
      labelOf(arm),
      String(arm.problems),
      ...columns.flatMap((name) => arm[name]?.map(rateText) ?? ks.map(() => '–')),
      arm.refuted === null ? '–' : percent(arm.refuted),
      arm.vacuous === null ? '–' : percent(arm.vacuous),
      String(arm.unfinished),
    ]),
  };
}

const RETRIEVAL_COLUMNS = ['hit@3', 'recall@3', 'precision@3', 'acs@3'];

function retrievalTable({ arms }: BenchFormalizeReport): Table {
  const judges = [...new Set(arms.flatMap(({ retrieval }) => retrieval.judges.map(({ judge }) => judge)))];
  const text = ({ mean, interval }: Estimate): string =>
    `${mean.toFixed(3)} [${interval.map((bound) => bound.toFixed(3)).join(', ')}]`;
  return {
    title: 'Definitions in the prompt, against those that the reference names',
    note: 'Over the problems whose reference names a definition that is not ubiquitous. ACS is the average concept score, 0 to 3, of the first three: acs@3 by rule (3 the reference names it, 2 it shares a core concept with one of those, 1 a field), the others by that judge over all problems. Intervals are 95 % bootstrap intervals.',
    head: ['arm', 'problems', ...RETRIEVAL_COLUMNS, ...judges.map((judge) => `acs by ${judge}`)],
    rows: arms.map((arm) => {
      const { problems, measures, judges: scores } = arm.retrieval;
      const byJudge = judges.map((judge) => scores.find((each) => each.judge === judge));
      return [
        labelOf(arm),
        String(problems),
        ...RETRIEVAL_COLUMNS.map((name) => (problems === 0 ? '–' : text(measures[name]!))),
        ...byJudge.map((score) => (score === undefined || score.problems === 0 ? '–' : text(score))),
      ];
    }),
  };
}

function pairTable({ pairs, pairs_of: of, arms }: BenchFormalizeReport): Table {
  const label = (arm: ArmReport['arm']): string => labelOf(arms.find((each) => each.arm === arm)!);
  return {
    title: 'Won and lost',
    note: `Problems with at least one answer that ${of === 'consistent' ? 'is consistent' : 'compiles'}. The gain and the difference are of the rate at k; the interval is by bootstrap over problems, p from the exact McNemar test.`,
    head: ['arm', 'against', 'won', 'lost', 'both', 'neither', 'k', 'relative gain', 'difference [95 %]', 'p'],
    rows: pairs.map((pair) => [
      label(pair.second),
      pair.first,
      String(pair.won.length),
      String(pair.lost.length),
      String(pair.both),
      String(pair.neither),
      String(pair.k),
      pair.relative_gain === null ? '–' : percent(pair.relative_gain),
      `${percent(pair.difference)} [${pair.interval.map(percent).join(', ')}]`,
      pair.p < 0.001 ? '< 0.001' : pair.p.toFixed(3),
    ]),
  };
}

const SHOWN_NAMES = 20;

/** Which problems an arm wins and loses. None if all arms solve the same. */
function changeTables({ pairs }: BenchFormalizeReport): Table[] {
  const changed = pairs.filter(({ won, lost }) => won.length + lost.length > 0);
  if (changed.length === 0) return [];
  const names = (all: readonly string[]): string =>
    all.length === 0
      ? '–'
      : [...all.slice(0, SHOWN_NAMES), ...(all.length > SHOWN_NAMES ? [`… (${all.length})`] : [])].join(' ');
  return [
    {
      title: 'Problems won and lost',
      note: '',
      head: ['arm', 'against', 'won', 'lost'],
      rows: changed.map(({ first, second, won, lost }) => [second, first, names(won), names(lost)]),
    },
  ];
}

function effortTable({ arms }: BenchFormalizeReport): Table {
  return {
    title: 'Effort',
    note: 'Sums over the problems that count. Problems may have run in parallel, so the seconds are not elapsed time.',
    head: ['arm', 'tokens', 'US$', 'seconds'],
    rows: arms.map((arm) => [
      labelOf(arm),
      formatNumber(arm.tokens),
      formatCost(arm.cost),
      formatNumber(Math.round(arm.seconds)),
    ]),
  };
}

function factsOf(report: BenchFormalizeReport): FactLine[] {
  const { provenance, model, formalizer, samples, without, problems, incomplete, datasets } = report;
  const { lean, index_digest: digest, seed } = provenance;
  return [
    ...originLines(provenance),
    ['model', `${model}, prompt ${formalizer}, ${pluralize(samples, 'answer')} to each problem`],
    ['switched off', without.length === 0 ? 'nothing' : without.join(', ')],
    ['dataset', `${pluralize(problems, 'problem')} from ${datasets.join(', ')}; ${incomplete} incomplete records`],
    ['Lean', lean ?? 'none: nothing was checked'],
    ['index', digest?.slice(0, 16) ?? 'unknown'],
    ['seed', String(seed)],
  ];
}

/** Warnings at the start of a report. */
function warningsOf({ scripted, stopped_by: stoppedBy, arms }: BenchFormalizeReport): string[] {
  const unfinished = arms.reduce((sum, arm) => sum + arm.unfinished, 0);
  return [
    ...(scripted
      ? ['SCRIPTED: a script gave the answers instead of a model. The figures say nothing about any model.']
      : []),
    ...(arms.some(({ cpr }) => cpr !== null) ? [] : ['Nothing was compiled (--check none), so there are no rates.']),
    ...(stoppedBy === null && unfinished === 0
      ? []
      : [
          `This report is incomplete${stoppedBy === null ? '' : `: stopped by ${stoppedBy}`}. The same command resumes it.`,
        ]),
  ];
}

export function renderBenchFormalize(report: BenchFormalizeReport): string {
  return [
    ...warningsOf(report).flatMap((warning) => [warning, '']),
    ...tablesOfFormalize(report).flatMap((each) => [each.title, ...alignedRows(each), each.note, '']),
    `Report: ${report.folder}/report.html, report.json; every answer is in ${report.folder}/runs.`,
    '',
  ].join('\n');
}

export function formalizePage(report: BenchFormalizeReport): string {
  const { provenance, datasets, problems, arms, scripted } = report;
  return reportPage({
    command: 'lemmahead bench formalize',
    title: `${scripted ? 'SCRIPTED ANSWERS: ' : ''}${pluralize(problems, 'problem')}, ${pluralize(arms.length, 'arm')}`,
    byline: `lemmahead ${provenance.lemmahead} bench formalize · ${datasets.join(', ')} · ${provenance.made_at.slice(0, 10)}`,
    warnings: warningsOf(report),
    facts: factsOf(report),
    content: markup`${tablesOfFormalize(report).map(
      (table) => markup`<h2>${table.title}</h2>${tableMarkup(table, table.head[0] === 'arm' ? arms.length : 0)}`,
    )}
<h2>Problem by problem</h2>
${tableMarkup(problemTable(report), 0)}`,
  });
}

function problemTable({ results, arms }: BenchFormalizeReport): Table {
  const names = [...new Set(results.map(({ problem }) => problem))];
  return {
    title: 'Problem by problem',
    note: 'Answers that are consistent, of those that compile, of all.',
    head: ['problem', ...arms.map(labelOf)],
    rows: names.map((name) => [
      name,
      ...arms.map(({ arm }) => {
        const result = results.find((each) => each.problem === name && each.arm === arm);
        if (result === undefined || result.state !== 'done') return result?.state ?? 'not run';
        const count = (key: 'consistent' | 'compiles'): number =>
          result.statements.reduce((sum, each) => sum + (each[key] ? each.answers : 0), 0);
        return `${count('consistent')} of ${count('compiles')} of ${result.asked}`;
      }),
    ]),
  };
}
