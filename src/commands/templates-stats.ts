/** `lemmahead templates stats`: counts of the graphs of templates in the library. */
import { graphMissing, openGraph, type TemplateGraph, theoremsOf } from '../builders/templates/template-graph.ts';
import { libraryPathFor } from '../config/paths.ts';
import { withLibrary } from '../library/library.ts';
import { templateGraphs } from '../library/template-graphs.ts';
import type { TemplatesStatsReport } from '../report/template-graph-schema.ts';
import { renderTemplatesStats } from '../report/template-graph-text.ts';
import type { Command } from './command.ts';

/** `graph`: only this one; null for all. Exit `no` without a graph. @throws {Failure} `template-graph-missing` */
export const templatesStats: Command<{ graph: string | null }, TemplatesStatsReport> = ({ graph }, { settings }) => {
  const path = libraryPathFor(settings);
  return withLibrary(path, {}, ({ database }) => {
    const names = templateGraphs(database);
    if (graph !== null && !names.includes(graph)) throw graphMissing(graph, names);
    const graphs = names
      .filter((name) => graph === null || name === graph)
      .map((name) => countsOf(openGraph(database, name)));
    const report: TemplatesStatsReport = { schema: 'lemmahead/templates-stats@1', library: path, graphs };
    return {
      exit: graphs.length === 0 ? 'no' : 'done',
      data: report,
      render: (style) => renderTemplatesStats(report, style),
    };
  });
};

function countsOf(graph: TemplateGraph): TemplatesStatsReport['graphs'][number] {
  const { name, plan, isImported, theorems, problems, templates } = graph;
  const records = [...templates, ...problems];
  const steps = templates.map((template) => template.steps.length);
  const stages: TemplatesStatsReport['graphs'][number]['stages'] = {};
  const levels: Record<string, number> = {};
  for (const { stage, level } of records) {
    stages[stage] = (stages[stage] ?? 0) + 1;
    levels[level ?? 'unknown'] = (levels[level ?? 'unknown'] ?? 0) + 1;
  }
  const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);
  return {
    ...{ graph: name, imported: isImported, plan },
    ...{ theorems: theorems.length, problems: problems.length, templates: templates.length, stages, levels },
    steps:
      steps.length === 0
        ? null
        : { least: Math.min(...steps), mean: sum(steps) / steps.length, most: Math.max(...steps) },
    edges: {
      uses: sum(records.map((record) => theoremsOf(record).length)),
      varies: templates.filter(({ parent }) => parent !== null).length,
      abstracts: templates.filter(({ seed, entry }) => seed !== null || entry !== null).length,
    },
    matched: {
      declarations: theorems.filter(({ declarations }) => declarations.length > 0).length,
      entries: theorems.filter(({ entries }) => entries.length > 0).length,
    },
  };
}
