/** Formats the report of `bench prove` for the terminal and as Markdown. Pure. */
import { alignedRows, escapeMarkdown, markdownTable, markdownTables } from '../experiment/table.ts';
import { labelOf } from './label.ts';
import type { BenchReport } from './report.ts';
import type { ResultState } from './result.ts';
import { incompleteNotice, provenanceLines, tablesOf, titleMark, warningTexts } from './tables.ts';

/** `folder`: the folder of the full report. */
export function renderBenchProve(report: BenchReport, folder: string): string {
  const missing = incompleteNotice(report);
  return [
    ...warningTexts(report).flatMap((warning) => [warning, '']),
    ...tablesOf(report).flatMap((each) => [each.title, ...alignedRows(each), '']),
    ...(missing === null ? [] : [`${missing} To resume: lemmahead bench prove --resume ${folder}`]),
    ...reasonLines(report),
    `Report: ${folder}/report.html, report.md, report.json; proofs in ${folder}/proofs.`,
    '',
  ].join('\n');
}

/** Reasons why runs have no answer, each with its count. */
function reasonLines({ problems }: BenchReport): string[] {
  const counts = new Map<string, number>();
  for (const { state, why } of problems.flatMap(({ results }) => results)) {
    if (why === null || (state !== 'unchecked' && state !== 'model_failed')) continue;
    const line = `${STATE_LABELS[state]}: ${why}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([line, count]) => `${count} × ${line}`);
}

export const STATE_LABELS: Record<ResultState, string> = {
  solved: 'solved',
  unsolved: 'unsolved',
  stopped: 'stopped',
  model_failed: 'model failed',
  unchecked: 'unchecked',
};

export function benchMarkdown(report: BenchReport): string {
  const missing = incompleteNotice(report);
  return [
    `# ${titleMark(report)}lemmahead bench prove`,
    '',
    ...warningTexts(report).flatMap((warning) => [`**${escapeMarkdown(warning)}**`, '']),
    ...provenanceLines(report).map(([label, value]) => `- ${escapeMarkdown(label)}: ${escapeMarkdown(value)}`),
    ...(missing === null ? [] : ['', `**${escapeMarkdown(missing)}**`]),
    ...markdownTables(tablesOf(report)),
    ...reasonsSection(report),
    '',
    '## Problems',
    '',
    ...markdownTable({
      head: ['problem', ...report.systems.map(labelOf)],
      rows: report.problems.map(({ name, results }) => [
        name,
        ...report.systems.map(({ id }) => outcomeText(results.filter(({ system }) => system === id))),
      ]),
    }),
    '',
  ].join('\n');
}

function reasonsSection(report: BenchReport): string[] {
  const lines = reasonLines(report);
  return lines.length === 0 ? [] : ['', '## No answer', '', ...lines.map((line) => `- ${escapeMarkdown(line)}`)];
}

/** Outcome of one problem with one system: its state, or for several runs the number that solved it. */
export function outcomeText(results: readonly { state: ResultState }[]): string {
  const [first] = results;
  if (first === undefined) return 'not run';
  if (results.length === 1) return STATE_LABELS[first.state];
  const solved = results.filter(({ state }) => state === 'solved').length;
  return `${solved} of ${results.length}`;
}
