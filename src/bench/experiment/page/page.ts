/** Renders a report as a self-contained HTML page without scripts, fonts or network access. Pure. */
import type { FactLine } from '../provenance.ts';
import type { Table } from '../table.ts';
import { markup, NOTHING, type Markup } from './markup.ts';
import { COLORS, STYLE } from './style.ts';

export interface Page {
  /** The command that made the report. */
  command: string;
  title: string;
  /** A line below the title. */
  byline: string;
  /** Shown at the top. */
  warnings: readonly string[];
  /** How the report was made. */
  facts: readonly FactLine[];
  content: Markup;
}

export function reportPage({ command, title, byline, warnings, facts, content }: Page): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${command}: ${title}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
<p class="soft">${byline}</p>
${warnings.map((warning) => markup`<p class="warning">${warning}</p>`)}
<dl class="from">${facts.map(([label, value]) => markup`<dt>${label}</dt><dd>${value}</dd>`)}</dl>
${content}
</body>
</html>
`.text;
}

/** `systems`: number of rows that are systems. They get a colour chip. */
export function tableMarkup({ note, head, rows }: Omit<Table, 'title'>, systems: number): Markup {
  return markup`<p class="note">${note}</p>
<div class="scroll"><table><thead><tr>${head.map((cell) => markup`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>${rows.map((row, at) => markup`<tr>${row.map((cell, column) => markup`<td>${column === 0 && at < systems ? colorChip(at) : NOTHING}${cell}</td>`)}</tr>`)}</tbody></table></div>`;
}

/** The colour of a system, as in the plots. */
export function colorChip(system: number): Markup {
  return markup`<span class="chip s${system % COLORS}"></span>`;
}
