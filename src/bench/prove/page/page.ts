/** The HTML page of a benchmark of proofs. Pure. */
import { pluralize } from '../../../base/pluralize.ts';
import { markup, NOTHING, type Markup } from '../../experiment/page/markup.ts';
import { colorChip, reportPage, tableMarkup } from '../../experiment/page/page.ts';
import { labelOf } from '../label.ts';
import type { BenchReport } from '../report.ts';
import { incompleteNotice, provenanceLines, tablesOf, titleMark, warningTexts } from '../tables.ts';
import { solvedBars } from './bars.ts';
import { effortPlots } from './curves.ts';
import { problemMatrix } from './matrix.ts';
import { sigmaPlots } from './sigma-plots.ts';
import { problemList } from './problem-results.ts';

export function benchPage(report: BenchReport): string {
  const { dataset, provenance, systems } = report;
  const { lemmahead, made_at: madeAt, lean } = provenance;
  const [solved, ...others] = tablesOf(report);
  const missing = incompleteNotice(report);
  return reportPage({
    command: 'lemmahead bench prove',
    title: `${titleMark(report)}${pluralize(dataset.problems, 'problem')}, ${pluralize(systems.length, 'system')}`,
    byline: `lemmahead ${lemmahead} bench prove · ${dataset.paths.join(', ')} · ${madeAt.slice(0, 10)} · ${lean.version}`,
    warnings: [...warningTexts(report), ...(missing === null ? [] : [missing])],
    facts: provenanceLines(report),
    content: markup`<h2>Solved</h2>
${solvedBars(systems)}
${solved === undefined ? NOTHING : tableMarkup(solved, systems.length)}
<h2>Solved over effort</h2>
<p class="note">Number of problems solved within a given number of attempts, time or cost per run. The horizontal scale is logarithmic.</p>
${systemLegend(report)}
${effortPlots(report)}
${sigmaSection(report)}
<h2>Problem by problem</h2>
${problemMatrix(report)}
${others.map((table) => markup`<h2>${table.title}</h2>${tableMarkup(table, table.head[0] === 'system' ? systems.length : 0)}`)}
<h2>Problems</h2>
${problemList(report)}`,
  });
}

function sigmaSection(report: BenchReport): Markup {
  const plots = sigmaPlots(report);
  if (plots.text === '') return NOTHING;
  return markup`<h2>Over σ</h2>
<p class="note">σ is the number of times ipa refines its informal proof, plotted against solved problems and effort.</p>
${plots}`;
}

function systemLegend({ systems }: BenchReport): Markup {
  const items = systems.map((system, at) => markup`<li>${colorChip(at)}${labelOf(system)}</li>`);
  return markup`<ul class="legend">${items}</ul>`;
}
