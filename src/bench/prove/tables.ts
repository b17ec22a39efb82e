/** The tables of a report as cells of text, for every format that shows them. */
import { pluralize } from '../../base/pluralize.ts';
import { groupedDigits } from '../../base/format-number.ts';
import { labelOf, labelsOf } from './label.ts';
import type { Published } from './published.ts';
import type { BenchReport, PairReport, Rate, SplitReport, SystemReport } from './report.ts';
import { eachProblem, sigmaSeries } from './sigma.ts';

export interface Table {
  title: string;
  /** What a reader has to know to read it, or ''. */
  note: string;
  head: string[];
  /** The first cell names the row; the others are figures. */
  rows: string[][];
}

export function tablesOf(report: BenchReport): Table[] {
  const tables = [solvedTable(report), ...report.splits.map(splitTable)];
  if (report.published !== null) tables.push(publishedTable(report.published));
  tables.push(effortTable(report), ...sigmaTables(report));
  // Where nothing was checked there is nothing to compare.
  if (report.pairs.length > 0 && report.checked) tables.push(pairTable(report.pairs, labelsOf(report)));
  if (report.parts.length > 0) tables.push(partTable(report));
  return tables;
}

function solvedTable({ systems }: BenchReport): Table {
  const ks = systems[0]?.pass_at.map(({ k }) => k) ?? [];
  return {
    title: 'Solved',
    note:
      'Rates are over the problems that count: solved, tried in vain, or stopped by the budget of a run. What the model ' +
      'or Lean gave no answer to counts neither way. Intervals are 95 %, by Wilson.',
    head: [
      'system',
      'solved',
      'of',
      ...ks.map((k) => `pass@${k} [95 %]`),
      'in vain',
      'stopped',
      'model failed',
      'unchecked',
    ],
    rows: systems.map(({ id, scripted, solved, counted, pass_at, states }) => [
      labelOf({ id, scripted }),
      String(solved),
      String(counted),
      ...pass_at.map(rateWords),
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
    note: 'Sums over all runs. Runs may have been side by side, so the seconds are not those of a clock.',
    head: ['system', 'questions', 'attempts', 'tokens in', 'tokens out', 'US$', 'US$ a problem solved', 'seconds'],
    rows: systems.map((system) => [
      labelOf(system),
      groupedDigits(system.questions),
      groupedDigits(system.attempts),
      groupedDigits(system.input_tokens),
      groupedDigits(system.output_tokens),
      moneyWords(system.cost),
      moneyForOne(system),
      groupedDigits(Math.round(system.seconds)),
    ]),
  };
}

/** A table of the LemmaHead paper: pass@1 on one split, with what it took. */
function splitTable({ split, problems, systems }: SplitReport): Table {
  return {
    title: `Pass@1, split ${split}`,
    note: `Measured here, ${pluralize(problems, 'problem')}; sums over all runs. Intervals are 95 %, by Wilson.`,
    head: ['system', 'solved', 'of', 'Pass@1 [95 %]', 'questions', 'tokens in', 'tokens out', 'US$', 'seconds'],
    rows: systems.map((system) => [
      labelOf(system),
      String(system.solved),
      String(system.counted),
      ...system.pass_at.slice(0, 1).map(rateWords),
      groupedDigits(system.questions),
      groupedDigits(system.input_tokens),
      groupedDigits(system.output_tokens),
      moneyWords(system.cost),
      groupedDigits(Math.round(system.seconds)),
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
    note: 'σ is how often a proof in words is bettered before Lean is asked for. Means over all runs of all problems.',
    head: ['σ', 'solved', 'of', 'Pass@1 [95 %]', 'seconds a problem', 'tokens a problem', 'US$ a problem'],
    rows: points.map(({ sigma, system }) => {
      const { seconds, tokens, cost } = eachProblem(system);
      return [
        system.scripted ? `${sigma} (scripted)` : String(sigma),
        String(system.solved),
        String(system.counted),
        ...system.pass_at.slice(0, 1).map(rateWords),
        seconds.toFixed(1),
        groupedDigits(Math.round(tokens)),
        moneyWords(cost),
      ];
    }),
  }));
}

function pairTable(pairs: readonly PairReport[], label: (id: string) => string): Table {
  return {
    title: 'Differences',
    note:
      'Over problems that count for both. The difference is the second less the first, with its 95 % interval by ' +
      'bootstrap over problems; p is of the exact test of McNemar on problems solved at all.',
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
    note: 'Solved of those that count.',
    head: ['part', 'problems', ...systems.map(labelOf)],
    rows: parts.map(({ part, problems, solved, counted }) => [
      part,
      String(problems),
      ...systems.map(({ id }) => `${solved[id] ?? 0} of ${counted[id] ?? 0}`),
    ]),
  };
}

/** What the report is of, one line each. */
export function provenanceLines(report: BenchReport): [string, string][] {
  const { provenance: from, dataset, hidden } = report;
  const { machine, lean, index } = from;
  const limits = Object.entries(from.budgets).flatMap(([name, value]) => (value === null ? [] : [`${name} ${value}`]));
  const selection = [
    ...(dataset.split === null ? [] : [`split ${dataset.split}`]),
    ...(dataset.filter.length === 0 ? [] : [`names with ${dataset.filter.join(' or ')}`]),
    ...(dataset.limit === null ? [] : [`${dataset.limit} drawn`]),
    ...(dataset.with_informal ? ['words put above the theorem'] : []),
  ];
  return [
    ['lemmahead', from.lemmahead],
    ['measured', `${from.began_at} to ${from.made_at}`],
    [
      'machine',
      `${machine.cpus} × ${machine.cpu}, ${Math.round(machine.memory_bytes / 2 ** 30)} GiB, ${machine.platform}, Node ${machine.node}`,
    ],
    ['Lean', `${lean.version}${lean.toolchain === null ? '' : `, toolchain ${lean.toolchain}`}`],
    report.checked
      ? ['judge', `level ${from.level}, sandbox ${from.sandbox}; candidates tried by ${from.mode}`]
      : ['judge', 'none: nothing was checked'],
    [
      'dataset',
      [
        `${pluralize(dataset.problems, 'problem')} of ${dataset.paths.join(', ')}`,
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
      'taken out of retrieval',
      index === null
        ? 'nothing: there is no index'
        : `${hidden.own} declarations of the problems and ${hidden.twins} that state the same, for ${hidden.problems} of the problems`,
    ],
    ...libraryLines(report),
    ...from.models.map(({ name, endpoint, snapshots }): [string, string] => [
      'model',
      `${name} at ${endpoint}${snapshots.length === 0 ? ', never answered' : `, answered by ${snapshots.join(', ')}`}`,
    ]),
    ...from.prompts.map(({ template, count, sha256 }): [string, string] => [
      'prompts',
      `${groupedDigits(count)} of ${template}, ${sha256.slice(0, 16)}`,
    ]),
    ['seed', String(from.seed)],
    [
      'runs',
      `${from.runs} of each problem, ${from.jobs} at a time${limits.length === 0 ? '' : `; limits: ${limits.join(', ')}`}`,
    ],
  ];
}

function libraryLines({ provenance: { library }, passages, statements }: BenchReport): [string, string][] {
  const lines: [string, string][] = [];
  if (library !== null) {
    const words = `${library.digest.slice(0, 16)}: ${groupedDigits(library.entries)} entries of ${library.path}`;
    const served = Object.entries(passages?.channels ?? {}).map(([by, runs]) => `${pluralize(runs, 'run')} by ${by}`);
    lines.push(['library', [words, ...(served.length === 0 ? ['never asked'] : served)].join('; ')]);
  }
  if (passages !== null) {
    const left = `the problem itself was found and left out in ${pluralize(passages.hidden_from, 'run')}`;
    lines.push([
      'passages',
      `${groupedDigits(passages.brought)} brought for ${groupedDigits(passages.searches)} different queries; ${left}`,
    ]);
  }
  const said = Object.entries(statements).map(
    ([from, runs]) => `${SAID_BY[from] ?? from} for ${pluralize(runs, 'run')}`,
  );
  if (said.length > 0) lines.push(['statements in words', said.join(', ')]);
  return lines;
}

const SAID_BY: Readonly<Record<string, string>> = {
  dataset: 'by the dataset',
  docstring: 'by the docstring',
  given: 'by the user',
  model: 'written by the model',
};

/** What a report is not, said first: nobody may take it for a measurement of a model. */
export function warningWords({ scripted, checked }: BenchReport): string[] {
  return [
    ...(scripted
      ? ['SCRIPTED: a script gave the answers in the place of a model. The figures say nothing of any model.']
      : []),
    ...(checked ? [] : ['UNCHECKED: nothing that was answered was checked, so nothing counts as solved.']),
  ];
}

/** Before the title of a report; empty for a measurement. */
export function titleMark({ scripted, checked }: BenchReport): string {
  const marks = [...(scripted ? ['SCRIPTED ANSWERS'] : []), ...(checked ? [] : ['UNCHECKED'])];
  return marks.length === 0 ? '' : `${marks.join(', ')}: `;
}

/** One sentence on what is missing, or null. */
export function incompleteWords({
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
  return `This report is not complete: ${done} of ${all} runs.${why}`;
}

export function rateWords({ estimate, interval, problems }: Rate): string {
  if (problems === 0) return 'none counts';
  return `${percent(estimate)} [${interval.map(percent).join(', ')}]`;
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function signed(share: number): string {
  const words = (share * 100).toFixed(1);
  return `${Number(words) > 0 ? '+' : ''}${Number(words) === 0 ? '0.0' : words.replace('-', '−')} %`;
}

export function moneyWords(cost: number | null): string {
  if (cost === null) return 'unknown';
  return cost > 0 && cost < 0.01 ? cost.toFixed(4) : cost.toFixed(2);
}

function moneyForOne({ cost, solved }: Pick<SystemReport, 'cost' | 'solved'>): string {
  if (cost === null) return 'unknown';
  return solved === 0 ? 'none solved' : moneyWords(cost / solved);
}
