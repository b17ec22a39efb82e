/** Renders the report as a self-contained HTML page without scripts, fonts or network access. Pure. */
import { pluralize } from '../../../base/pluralize.ts';
import { labelOf } from '../label.ts';
import type { BenchReport } from '../report.ts';
import { incompleteNotice, provenanceLines, tablesOf, titleMark, warningTexts, type Table } from '../tables.ts';
import { solvedBars } from './bars.ts';
import { effortPlots } from './curves.ts';
import { markup, NOTHING, type Markup } from './markup.ts';
import { problemMatrix } from './matrix.ts';
import { sigmaPlots } from './sigma-plots.ts';
import { problemList } from './problems.ts';
import { COLORS, STYLE } from './style.ts';

export function benchPage(report: BenchReport): string {
  const { dataset, provenance, systems } = report;
  const [solved, ...others] = tablesOf(report);
  const title = `${titleMark(report)}${pluralize(dataset.problems, 'problem')}, ${pluralize(systems.length, 'system')}`;
  const missing = incompleteNotice(report);
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>lemmahead bench prove: ${title}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
<p class="soft">lemmahead ${provenance.lemmahead} bench prove · ${dataset.paths.join(', ')} · ${provenance.made_at.slice(0, 10)} · ${provenance.lean.version}</p>
${warningTexts(report).map((warning) => markup`<p class="warning">${warning}</p>`)}
${missing === null ? NOTHING : markup`<p class="warning">${missing}</p>`}
<dl class="from">${provenanceLines(report).map(([label, value]) => markup`<dt>${label}</dt><dd>${value}</dd>`)}</dl>
<h2>Solved</h2>
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
${problemList(report)}
</body>
</html>
`;
  return page.text;
}

/** `systems`: number of rows that are systems. They get a colour chip. */
function tableMarkup({ note, head, rows }: Table, systems: number): Markup {
  const chip = (at: number): Markup => (at < systems ? markup`<span class="chip s${at % COLORS}"></span>` : NOTHING);
  return markup`<p class="note">${note}</p>
<div class="scroll"><table><thead><tr>${head.map((cell) => markup`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>${rows.map((row, at) => markup`<tr>${row.map((cell, column) => markup`<td>${column === 0 ? chip(at) : NOTHING}${cell}</td>`)}</tr>`)}</tbody></table></div>`;
}

function sigmaSection(report: BenchReport): Markup {
  const plots = sigmaPlots(report);
  if (plots.text === '') return NOTHING;
  return markup`<h2>Over σ</h2>
<p class="note">σ is the number of times ipa refines its informal proof, plotted against solved problems and effort.</p>
${plots}`;
}

function systemLegend({ systems }: BenchReport): Markup {
  const items = systems.map(
    (system, at) => markup`<li><span class="chip s${at % COLORS}"></span>${labelOf(system)}</li>`,
  );
  return markup`<ul class="legend">${items}</ul>`;
}
