/** `lemmahead templates list`: the templates and problems of a graph, or its theorems. */
import type { TemplatesListOptions } from '../options/template-graph-options.ts';
import { type Stored, type TemplateGraph, theoremsOf } from '../builders/templates/template-graph.ts';
import { normalTheoremName, theoremKey } from '../builders/templates/theorem-names.ts';
import { graphLine } from '../report/template-graph-report.ts';
import type { TemplatesListReport } from '../report/template-graph-schema.ts';
import { renderTemplatesList } from '../report/template-graph-text.ts';
import { usersByKey, withTemplateGraph } from '../session/command-template-graph.ts';
import type { Command } from './command.ts';

/** Exit `no` if nothing matches. */
export const templatesList: Command<TemplatesListOptions, TemplatesListReport> = (options, context) =>
  withTemplateGraph(context, (graph) => {
    const users = usersByKey(graph);
    const chosen = options.theorems
      ? graph.theorems.toSorted((a, b) => (users.get(b.key)?.length ?? 0) - (users.get(a.key)?.length ?? 0))
      : selected(graph, options);
    const report: TemplatesListReport = {
      ...{ schema: 'lemmahead/templates-list@1', graph: graph.name, total: chosen.length },
      items: chosen.slice(0, options.limit).map((record) => graphLine(record, users)),
    };
    return {
      exit: chosen.length === 0 ? 'no' : 'done',
      data: report,
      render: (style) => renderTemplatesList(report, style),
    };
  });

function selected(
  { theorems, problems, templates }: TemplateGraph,
  { stage, level, field, uses, rejected }: TemplatesListOptions,
): Stored[] {
  const wanted = uses === null ? null : new Set(namedTheorems(theorems, uses));
  return [...templates, ...problems].filter(
    (record) =>
      (record.record === 'template' && record.rejected !== null) === rejected &&
      (stage.length === 0 || stage.includes(record.stage)) &&
      (level === null || record.level === level) &&
      (field === null || (record.field ?? '').toLowerCase().includes(field.toLowerCase())) &&
      (wanted === null || theoremsOf(record).some((key) => wanted.has(key))),
  );
}

/** Keys of the theorems with this id, key or name. */
const namedTheorems = (theorems: TemplateGraph['theorems'], name: string): string[] =>
  theorems
    .filter(({ id, key, name: own }) => {
      const keys = [name, theoremKey(name)];
      return String(id) === name || keys.includes(key) || normalTheoremName(own) === normalTheoremName(name);
    })
    .map(({ key }) => key);
