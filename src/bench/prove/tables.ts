/** Tables and facts of a report as text, shared by all output formats. */
import { pluralize } from '../../base/pluralize.ts';
import { formatNumber } from '../../base/format-number.ts';
import { originLines, type FactLine } from '../experiment/provenance.ts';
import { KNOWN_STRATEGIES } from './known-strategies.ts';
import { optionsText } from './system.ts';
import { formatCost, percent, type Table } from '../experiment/table.ts';
import { labelOf, labelsOf } from './label.ts';
import type { Published } from './report.ts';
import type { BenchReport, PairReport, Rate, SplitReport, SystemReport } from './report.ts';
import { perProblem, sigmaSeries } from './sigma.ts';

export function tablesOf(report: BenchReport): Table[] {
  const tables = [solvedTable(report), ...report.splits.map(splitTable)];
  if (report.published !== null) tables.push(publishedTable(report.published));
  tables.push(effortTable(report), ...sigmaTables(report));
  // Without checking there is nothing to compare.
  if (report.pairs.length > 0 && report.checked) tables.push(pairTable(report.pairs, labelsOf(report)));
  if (report.parts.length > 0) tables.push(partTable(report));
  return tables;
}

function solvedTable({ systems }: BenchReport): Table {
  const ks = systems[0]?.pass_at.map(({ k }) => k) ?? [];
  return {
    title: 'Solved',
    note:
      'Rates are over the problems that count: solved, unsolved, or stopped by the budget of a run. Runs without an answer ' +
      'from the model or Lean are excluded. Intervals are 95 % Wilson intervals.',
    head: [
      'system',
      'solved',
      'of',
      ...ks.map((k) => `pass@${k} [95 %]`),
      'unsolved',
      'stopped',
      'model failed',
      'unchecked',
    ],
    rows: systems.map(({ id, scripted, solved, counted, pass_at, states }) => [
      labelOf({ id, scripted }),
      String(solved),
      String(counted),
      ...pass_at.map(formatRate),
      String(states.unsolved),
      String(states.stopped),
      String(states.model_failed),
      String(states.unchecked),
    ]),
  };
}

function effortTable({ systems }: BenchReport): Table {
  return {
    title: 'Effort',
    note: 'Sums over all runs. Runs may have been parallel, so the seconds are not elapsed time.',
    head: ['system', 'questions', 'attempts', 'tokens in', 'tokens out', 'US$', 'US$ per solved problem', 'seconds'],
    rows: systems.map((system) => [
      labelOf(system),
      formatNumber(system.questions),
      formatNumber(system.attempts),
      formatNumber(system.input_tokens),
      formatNumber(system.output_tokens),
      formatCost(system.cost),
      formatCostPerSolved(system),
      formatNumber(Math.round(system.seconds)),
    ]),
  };
}

/** Pass@1 on one split with its effort, as in the tables of the LemmaHead paper. */
function splitTable({ split, problems, systems }: SplitReport): Table {
  return {
    title: `Pass@1, split ${split}`,
    note: `Measured here, ${pluralize(problems, 'problem')}; sums over all runs. Intervals are 95 % Wilson intervals.`,
    head: ['system', 'solved', 'of', 'Pass@1 [95 %]', 'questions', 'tokens in', 'tokens out', 'US$', 'seconds'],
    rows: systems.map((system) => [
      labelOf(system),
      String(system.solved),
      String(system.counted),
      ...system.pass_at.slice(0, 1).map(formatRate),
      formatNumber(system.questions),
      formatNumber(system.input_tokens),
      formatNumber(system.output_tokens),
      formatCost(system.cost),
      formatNumber(Math.round(system.seconds)),
    ]),
  };
}

function publishedTable({ dataset, note, rows }: Published): Table {
  return {
    title: `Published for ${dataset}, not measured here`,
    note,
    head: ['published system', 'model', 'valid', 'test', 'source'],
    rows: rows.map(({ system, model, source, pass_at_1: { valid, test } }) => [
      `${system} (published)`,
      model,
      percent(valid),
      percent(test),
      source,
    ]),
  };
}

function sigmaTables(report: BenchReport): Table[] {
  return sigmaSeries(report).map(({ name, points }) => ({
    title: `Iterations of ${name}`,
    note: 'σ is the number of times an informal proof is refined before Lean code is requested. Means over all runs of all problems.',
    head: ['σ', 'solved', 'of', 'Pass@1 [95 %]', 'seconds per problem', 'tokens per problem', 'US$ per problem'],
    rows: points.map(({ sigma, system }) => {
      const { seconds, tokens, cost } = perProblem(system);
      return [
        system.scripted ? `${sigma} (scripted)` : String(sigma),
        String(system.solved),
        String(system.counted),
        ...system.pass_at.slice(0, 1).map(formatRate),
        seconds.toFixed(1),
        formatNumber(Math.round(tokens)),
        formatCost(cost),
      ];
    }),
  }));
}

function pairTable(pairs: readonly PairReport[], label: (id: string) => string): Table {
  return {
    title: 'Differences',
    note:
      'Over problems that count for both. The difference is the second minus the first, with its 95 % interval by ' +
      'bootstrap over problems; p is from the exact McNemar test on problems solved at least once.',
    head: ['first', 'second', 'both', 'only first', 'only second', 'neither', 'not compared', 'difference', 'p'],
    rows: pairs.map((pair) => [
      label(pair.first),
      label(pair.second),
      String(pair.both),
      String(pair.only_first),
      String(pair.only_second),
      String(pair.neither),
      String(pair.not_compared),
      `${signed(pair.difference)} [${pair.interval.map(signed).join(', ')}]`,
      pair.p < 0.001 ? '< 0.001' : pair.p.toFixed(3),
    ]),
  };
}

function partTable({ systems, parts }: BenchReport): Table {
  return {
    title: 'Parts',
    note: 'Solved problems of those that count.',
    head: ['part', 'problems', ...systems.map(labelOf)],
    rows: parts.map(({ part, problems, solved, counted }) => [
      part,
      String(problems),
      ...systems.map(({ id }) => `${solved[id] ?? 0} of ${counted[id] ?? 0}`),
    ]),
  };
}

export function provenanceLines(report: BenchReport): FactLine[] {
  const { provenance, dataset, hidden } = report;
  const { lean, index } = provenance;
  const limits = Object.entries(provenance.budgets).flatMap(([name, value]) =>
    value === null ? [] : [`${name} ${value}`],
  );
  const selection = [
    ...(dataset.split === null ? [] : [`split ${dataset.split}`]),
    ...(dataset.filter.length === 0 ? [] : [`names containing ${dataset.filter.join(' or ')}`]),
    ...(dataset.limit === null ? [] : [`${dataset.limit} drawn`]),
    ...(dataset.with_informal ? ['informal statement added above the theorem'] : []),
  ];
  return [
    ...originLines(provenance),
    ['Lean', `${lean.version}${lean.toolchain === null ? '' : `, toolchain ${lean.toolchain}`}`],
    report.checked
      ? ['judge', `level ${provenance.level}, sandbox ${provenance.sandbox}; candidates checked by ${provenance.mode}`]
      : ['judge', 'none: nothing was checked'],
    [
      'dataset',
      [
        `${pluralize(dataset.problems, 'problem')} from ${dataset.paths.join(', ')}`,
        ...selection,
        dataset.digest.slice(0, 16),
      ].join('; '),
    ],
    [
      'index',
      index === null
        ? 'none'
        : `${index.digest.slice(0, 16)}: ${index.packages.map(({ name, rev }) => `${name} ${rev}`).join(', ')}`,
    ],
    [
      'hidden from retrieval',
      index === null
        ? 'nothing: no index was used'
        : `${hidden.own} declarations of the problems and ${hidden.twins} with the same statement, for ${hidden.problems} of the problems`,
    ],
    ...libraryLines(report),
    ...report.systems.flatMap(optionLines),
    ...provenance.models.map(({ name, endpoint, snapshots }): FactLine => [
      'model',
      `${name} at ${endpoint}${snapshots.length === 0 ? ', never answered' : `, answered by ${snapshots.join(', ')}`}`,
    ]),
    ...provenance.prompts.map(({ template, count, sha256 }): FactLine => [
      'prompts',
      `${formatNumber(count)} of ${template}, ${sha256.slice(0, 16)}`,
    ]),
    ...provenance.workers.map(({ id, host, sandbox, runs }): FactLine => [
      'worker',
      `${id.slice(0, 8)} on ${host}, sandbox ${sandbox}: ${pluralize(runs, 'run')}`,
    ]),
    ['seed', String(provenance.seed)],
    [
      'runs',
      `${provenance.runs} of each problem, ${provenance.jobs} in parallel${limits.length === 0 ? '' : `; limits: ${limits.join(', ')}`}`,
    ],
  ];
}

/** Nothing for a strategy without options, or one that this version does not know. */
function optionLines(system: BenchReport['systems'][number]): FactLine[] {
  const needs = KNOWN_STRATEGIES.find(({ name }) => name === system.strategy);
  const words = needs === undefined ? [] : optionsText(system, needs);
  return words.length === 0 ? [] : [['options', `${system.id}: ${words.join(', ')}`]];
}

function libraryLines({ provenance: { library }, passages, statements }: BenchReport): FactLine[] {
  const lines: FactLine[] = [];
  if (library !== null) {
    const facts = `${library.digest.slice(0, 16)}: ${formatNumber(library.entries)} entries in ${library.path}`;
    const channels = Object.entries(passages?.channels ?? {}).map(
      ([names, runs]) => `${pluralize(runs, 'run')} by ${names}`,
    );
    lines.push(['library', [facts, ...(channels.length === 0 ? ['never searched'] : channels)].join('; ')]);
  }
  if (passages !== null) {
    const excluded = `the problem itself was found and excluded in ${pluralize(passages.hidden_from, 'run')}`;
    lines.push([
      'passages',
      `${formatNumber(passages.brought)} returned for ${formatNumber(passages.searches)} distinct queries; ${excluded}`,
    ]);
  }
  const sources = Object.entries(statements).map(
    ([source, runs]) => `${STATEMENT_SOURCES[source] ?? source} for ${pluralize(runs, 'run')}`,
  );
  if (sources.length > 0) lines.push(['informal statements', sources.join(', ')]);
  return lines;
}

const STATEMENT_SOURCES: Readonly<Record<string, string>> = {
  dataset: 'from the dataset',
  docstring: 'from the docstring',
  given: 'from the user',
  model: 'written by the model',
};

/** Warnings for the start of a report, so a scripted or unchecked one is not mistaken for a measurement of a model. */
export function warningTexts({ scripted, checked }: BenchReport): string[] {
  return [
    ...(scripted
      ? ['SCRIPTED: a script gave the answers instead of a model. The figures say nothing about any model.']
      : []),
    ...(checked ? [] : ['UNCHECKED: answers were not checked, so nothing counts as solved.']),
  ];
}

/** Prefix of the report title; empty for a real measurement. */
export function titleMark({ scripted, checked }: BenchReport): string {
  const marks = [...(scripted ? ['SCRIPTED ANSWERS'] : []), ...(checked ? [] : ['UNCHECKED'])];
  return marks.length === 0 ? '' : `${marks.join(', ')}: `;
}

/** Says which runs are missing, or returns null if the report is complete. */
export function incompleteNotice({
  complete,
  stopped_by: stoppedBy,
  systems,
  dataset,
  provenance,
}: BenchReport): string | null {
  if (complete) return null;
  const all = dataset.problems * systems.length * provenance.runs;
  const done = systems.reduce((sum, { states }) => sum + Object.values(states).reduce((a, b) => a + b, 0), 0);
  const why = stoppedBy === null ? '' : ` It was stopped by ${stoppedBy}.`;
  return `This report is incomplete: ${done} of ${all} runs.${why}`;
}

export function formatRate({ estimate, interval, problems }: Rate): string {
  if (problems === 0) return 'none counts';
  return `${percent(estimate)} [${interval.map(percent).join(', ')}]`;
}

function signed(share: number): string {
  const text = (share * 100).toFixed(1);
  return `${Number(text) > 0 ? '+' : ''}${Number(text) === 0 ? '0.0' : text.replace('-', '−')} %`;
}

function formatCostPerSolved({ cost, solved }: Pick<SystemReport, 'cost' | 'solved'>): string {
  if (cost === null) return 'unknown';
  return solved === 0 ? 'none solved' : formatCost(cost / solved);
}
