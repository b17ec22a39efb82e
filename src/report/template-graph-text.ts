/** Text reports of the `templates` commands on graphs in the library. Pure. */
import { formatNumber } from '../base/format-number.ts';
import { pluralize } from '../base/pluralize.ts';
import { theoremKey } from '../builders/templates/theorem-names.ts';
import { modelUseLines } from './graph-model-text.ts';
import { countLines, joinBlocks, noticeLines, upTo, withoutControls } from './layout.ts';
import { paint, type TextStyle } from './style.ts';
import { changeText, graphSizes } from './template-graph-report.ts';
import type {
  TemplatesBuildReport,
  TemplatesCalibrateReport,
  TemplatesCheckReport,
  TemplatesImportReport,
  TemplatesListReport,
  TemplatesNearestReport,
  TemplatesRemoveReport,
  TemplatesShowReport,
  TemplatesStatsReport,
} from './template-graph-schema.ts';

/** Lines of a text that a list shows of it. */
const SHOWN_LINES = 3;
const MAX_NOTICES = 5;
const MAX_VIOLATIONS = 20;

export function renderTemplatesBuild(report: TemplatesBuildReport, style: TextStyle): string {
  const { graph, left_out: leftOut, matched, change, notices, seconds } = report;
  const isMatched = matched.declarations + matched.entries > 0;
  return text([
    [
      `${paint(style).bold(graph)}: ${graphSizes(report)} (${changeText(change)}; ${seconds.toFixed(1)} s)`,
      ...(leftOut === 0 ? [] : [`  left out: ${formatNumber(leftOut)} without a ${lacking(report)}`]),
      ...(isMatched
        ? [
            `  matched: ${pluralize(matched.declarations, 'theorem')} to declarations, ${formatNumber(matched.entries)} to entries of the library`,
          ]
        : []),
    ],
    report.stages.map(({ stage, candidates, kept, rejected }) => {
      const reasons = Object.entries(rejected).map(([reason, count]) => `${reason} ${formatNumber(count)}`);
      return `  ${stage}: ${formatNumber(kept)} of ${formatNumber(candidates)} kept${reasons.length === 0 ? '' : ` (${reasons.join(', ')})`}`;
    }),
    rangeLines(report.steps),
    report.models.flatMap(modelUseLines),
    noticeLines(
      upTo(MAX_NOTICES, notices, (more) => `and ${formatNumber(more)} more`),
      style,
    ),
  ]);
}

/** What those lack that are left out. */
const lacking = ({ plan }: TemplatesBuildReport): string =>
  plan['builder'] === 'models' ? 'template' : plan['builder'] === 'library' ? 'proof' : 'theorem';

/** The numbers of steps that are kept, by level. */
const rangeLines = (ranges: TemplatesBuildReport['steps']): string[] =>
  Object.entries(ranges).map(([level, range]) => `  steps at level ${level}: ${rangeText(range)}`);

const rangeText = (range: TemplatesShowReport['step_range']): string =>
  range === null
    ? 'any, as there are too few templates, or all are of one length'
    : `more than ${range.low.toFixed(1)}, less than ${range.high.toFixed(1)}`;

export function renderTemplatesCalibrate(report: TemplatesCalibrateReport, style: TextStyle): string {
  const { graph, candidates, consistency, matching, steps } = report;
  if (candidates === 0) return `The graph ${graph} has no template of a model.\n`;
  const color = paint(style);
  const percent = (share: number): string => `${(100 * share).toFixed(0)} %`.padStart(6);
  const grid = (cells: TemplatesCalibrateReport['consistency']): string[] => [
    `  ${''.padEnd(6)}${[...new Set(cells.map(({ alpha }) => alpha))].map((alpha) => String(alpha).padStart(6)).join('')}`,
    ...Array.from(
      Map.groupBy(cells, ({ k }) => k),
      ([k, row]) => {
        return `  ${String(k).padEnd(6)}${row.map(({ share }) => percent(share)).join('')}`;
      },
    ),
  ];
  return text([
    [`${color.bold(graph)}: ${pluralize(candidates, 'template')} of models. What each rule keeps by itself:`],
    [color.underline('Consistency, by --k (rows) and --alpha'), ...grid(consistency)],
    [
      color.underline('Matching, by --match-k (rows) and --match-alpha'),
      ...(matching.every(({ kept }) => kept === 0)
        ? ['  No theorem is matched: templates build --match']
        : grid(matching)),
    ],
    [
      color.underline('Steps, by --spread'),
      ...steps.map(({ spread, share }) => `  ${String(spread).padEnd(6)}${percent(share)}`),
    ],
  ]);
}

export function renderTemplatesList({ graph, total, items }: TemplatesListReport, style: TextStyle): string {
  if (total === 0) return `Nothing in the graph ${graph} matches.\n`;
  const color = paint(style);
  const width = Math.max(...items.map(({ id }) => String(id).length));
  const lines = items.map(({ id, stage, level, field, title, uses }) => {
    const facts = [stage, level === null ? null : `level ${level}`, field, stage === null ? `used by ${uses}` : null];
    const shown = facts.filter((fact) => fact !== null).map(withoutControls);
    return `${color.dim(String(id).padStart(width))}  ${withoutControls(title)}  ${color.dim(shown.join(', '))}`;
  });
  const more = total - items.length;
  return text([lines, more === 0 ? [] : [color.dim(`${formatNumber(more)} more; -k shows them`)]]);
}

export function renderTemplatesShow(report: TemplatesShowReport, style: TextStyle): string {
  const { graph, imported, id, item, theorems, used_by: users } = report;
  const color = paint(style);
  const names = new Map(theorems.map(({ id: theorem, name }) => [theorem, name]));
  const head = item.record === 'template' ? item.title : item.name;
  const facts = [
    item.record,
    ...(item.record === 'theorem'
      ? []
      : [item.stage, item.level === null ? null : `level ${item.level}`, item.field].filter((fact) => fact !== null)),
    `id ${id}`,
    imported ? `${graph}, imported` : graph,
  ];
  return text([
    [`${color.bold(withoutControls(head))}  ${color.dim(facts.map(withoutControls).join(', '))}`],
    bodyLines(report, style),
    theorems.length === 0
      ? []
      : [
          color.underline('Theorems'),
          ...theorems.map(({ id: theorem, targets }) => {
            const stated = targets.length === 0 ? '' : `  ${color.dim(targets.join(', '))}`;
            return `  ${color.dim(String(theorem))}  ${withoutControls(names.get(theorem)!)}${stated}`;
          }),
        ],
    users.length === 0
      ? []
      : [
          color.underline('Used by'),
          ...upTo(
            10,
            users.map((user) => `  ${color.dim(String(user.id))}  ${withoutControls(user.title)}`),
            (more) => color.dim(`  and ${formatNumber(more)} more`),
          ),
        ],
    provenance(report, style),
  ]);
}

function bodyLines({ item, theorems }: TemplatesShowReport, style: TextStyle): string[] {
  const color = paint(style);
  const names = new Map(theorems.map(({ name }) => [theoremKey(name), name]));
  switch (item.record) {
    case 'theorem':
      return [
        ...indented(item.statement === '' ? '(no statement is known)' : item.statement),
        ...item.also.flatMap(({ statement }) => ['', color.dim('  also:'), ...indented(statement)]),
        ...item.declarations.map(({ name, similarity }) => `  stated by ${name} ${color.dim(similarity.toFixed(2))}`),
        ...item.entries.map(({ source, key }) => `  stated by ${source} ${withoutControls(key)}`),
      ];
    case 'problem':
      return [
        ...indented(item.problem),
        ...item.options.map((option, at) => `  ${String.fromCharCode(65 + at)}. ${withoutControls(option)}`),
        ...(item.solution === null ? [] : ['', color.underline('Solution'), ...indented(item.solution)]),
        ...(item.answer === null ? [] : ['', `${color.underline('Answer')} ${withoutControls(item.answer)}`]),
      ];
    case 'template':
      return [
        ...indented(item.problem),
        '',
        color.underline('Steps'),
        ...item.steps.flatMap(({ text: step, theorem }, at) => [
          ...indented(step).map((line, row) => (row === 0 ? `  ${at + 1}. ${line.trim()}` : `   ${line}`)),
          ...(theorem === null ? [] : [color.dim(`     by ${withoutControls(names.get(theorem) ?? theorem)}`)]),
        ]),
      ];
  }
}

/** Where it is from, and the numbers behind each rule. */
function provenance({ item, plan, step_range: range }: TemplatesShowReport, style: TextStyle): string[] {
  const from =
    item.record === 'template'
      ? {
          ...(item.seed === null ? {} : { 'from the problem': item.seed }),
          ...(item.parent === null ? {} : { varies: item.parent }),
          ...(item.entry === null ? {} : { 'from the entry': `${item.entry.source} ${item.entry.key}` }),
          // The plan has the base model; another one may have made this template.
          ...Object.fromEntries(
            Object.entries(item.made_by).flatMap(([name, value]) => madeByFacts(`template ${name}`, value)),
          ),
          ...item.checks,
          ...(item.stage === 'document' ? {} : { steps: `${item.steps.length}; at its level ${rangeText(range)}` }),
          decision: item.rejected === null ? 'kept' : `rejected by the rule ${item.rejected}`,
        }
      : {};
  const facts = Object.entries({ ...plan, ...from }).map(
    ([name, value]) => `  ${name}: ${withoutControls(typeof value === 'string' ? value : JSON.stringify(value))}`,
  );
  return [paint(style).underline('Made by'), ...facts];
}

/** An object, such as the hashes of answers by prompt, has a line for each of its values. */
const madeByFacts = (name: string, value: unknown): [name: string, value: unknown][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).map(([key, each]) => [`${name} ${withoutControls(key)}`, each])
    : [[name, value]];

export function renderTemplatesStats({ library, graphs }: TemplatesStatsReport, style: TextStyle): string {
  const color = paint(style);
  if (graphs.length === 0) return `${library} has no graph of templates. Build one: lemmahead templates build --help\n`;
  return text(
    graphs.map((each) => [
      `${color.bold(each.graph)}  ${graphSizes(each)}${each.imported ? ', imported' : ''}`,
      ...countLines('', {
        ...Object.fromEntries(Object.entries(each.stages).map(([stage, count]) => [`stage ${stage}`, count])),
        ...Object.fromEntries(Object.entries(each.levels).map(([level, count]) => [`level ${level}`, count])),
        'uses of theorems': each.edges.uses,
        variations: each.edges.varies,
        'theorems with a declaration': each.matched.declarations,
        'theorems with an entry': each.matched.entries,
      }),
      ...(each.steps === null
        ? []
        : [`  steps: ${each.steps.least} to ${each.steps.most}, mean ${each.steps.mean.toFixed(1)}`]),
    ]),
  );
}

export function renderTemplatesCheck(report: TemplatesCheckReport, style: TextStyle): string {
  const { graph, violations, kept, changed, applied, templates, steps } = report;
  const color = paint(style);
  if (violations.length === 0) {
    const decided =
      kept === templates && changed === 0
        ? []
        : [
            `  ${formatNumber(kept)} of ${pluralize(templates, 'template')} kept${applied ? '' : ' by these thresholds'}`,
          ];
    const otherwise = `  ${formatNumber(changed)} decided otherwise than before`;
    const moved = changed === 0 ? [] : [applied ? otherwise : `${otherwise}; nothing was changed: --apply stores it`];
    return text([
      [`${color.green('intact')} ${graph}: ${graphSizes(report)}`, ...decided, ...moved, ...rangeLines(steps)],
    ]);
  }
  const shown = upTo(MAX_VIOLATIONS, violations, (more) => `and ${formatNumber(more)} more`);
  return text([[`${color.red('damaged')} ${graph}:`, ...shown.map((violation) => `  ${withoutControls(violation)}`)]]);
}

/** `isExplained`: with the words that decide. */
export function renderTemplatesNearest(report: TemplatesNearestReport, isExplained: boolean, style: TextStyle): string {
  const color = paint(style);
  const { graph, hits, theorems, notices } = report;
  const notes = notices.map((notice) => `${color.yellow('note')} ${notice}`);
  if (hits.length + theorems.length === 0)
    return text([notes, [`Nothing in the graph ${graph} is near enough. A lower --threshold finds more.`]]);
  const stated = (targets: readonly string[]): string =>
    targets.length === 0 ? '' : `  ${color.dim(targets.join(', '))}`;
  return text([
    notes,
    ...hits.map((hit) => [
      `${color.bold(withoutControls(hit.title))}  ${color.dim(`${hit.similarity.toFixed(2)}, ${hit.stage}, id ${hit.id}`)}`,
      ...(isExplained && hit.contributions.length > 0
        ? [
            color.dim(
              `  words: ${hit.contributions.map(({ word, share }) => `${word} ${share.toFixed(2)}`).join(', ')}`,
            ),
          ]
        : []),
      ...upTo(SHOWN_LINES, indented(hit.problem), () => color.dim('  …')),
      ...hit.steps.map(({ text: step, theorem }, at) => {
        const by = theorem === null ? '' : color.dim(`  by ${withoutControls(theorem)}`);
        return `  ${at + 1}. ${withoutControls(step.split('\n', 1)[0]!)}${by}`;
      }),
      ...(hit.steps.length > 0
        ? []
        : hit.theorems.map(({ name, targets }) => `  uses ${withoutControls(name)}${stated(targets)}`)),
    ]),
    theorems.map(
      ({ name, score, targets }) => `${color.dim(score.toFixed(3))}  ${withoutControls(name)}${stated(targets)}`,
    ),
  ]);
}

export const renderTemplatesImport = (report: TemplatesImportReport, style: TextStyle): string =>
  `${paint(style).bold(report.graph)}: ${graphSizes(report)} (${changeText(report.change)})\n`;

export const renderTemplatesRemove = (report: TemplatesRemoveReport, style: TextStyle): string =>
  report.removed
    ? `${paint(style).bold('Removed')} ${report.graph}: ${graphSizes(report)}.\n`
    : 'Nothing was removed.\n';

const indented = (body: string): string[] =>
  body
    .trim()
    .split('\n')
    .map((line) => `  ${withoutControls(line)}`);

const text = (blocks: readonly (readonly string[])[]): string => `${joinBlocks(blocks)}\n`;
