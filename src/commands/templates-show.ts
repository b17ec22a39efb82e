/** `lemmahead templates show`: a template, problem or theorem of a graph in full. */
import { Failure } from '../base/errors.ts';
import { applyRules, DEFAULT_THRESHOLDS } from '../builders/templates/model/graph-rules.ts';
import {
  graphFlag,
  recordsOf,
  type Stored,
  type TemplateGraph,
  theoremsOf,
} from '../builders/templates/template-graph.ts';
import { theoremKey } from '../builders/templates/theorem-names.ts';
import { findEntryIds, similarEntryIds } from '../library/find-entry.ts';
import { entryLines } from '../library/entry-card.ts';
import type { TemplatesShowOptions } from '../options/template-graph-options.ts';
import { graphLine, theoremLine } from '../report/template-graph-report.ts';
import type { TemplatesShowReport } from '../report/template-graph-schema.ts';
import { renderTemplatesShow } from '../report/template-graph-text.ts';
import { usersByKey, withTemplateGraph } from '../session/command-template-graph.ts';
import type { Command } from './command.ts';

const MAX_CANDIDATES = 5;

/** @throws {Failure} `template-unknown`, `template-ambiguous`, and as `openGraph` */
export const templatesShow: Command<TemplatesShowOptions, TemplatesShowReport> = ({ name }, context) =>
  withTemplateGraph(context, (graph, { database }) => {
    const records: Stored[] = [...graph.theorems, ...graph.problems, ...graph.templates];
    const exact = findEntryIds(database, name, graph.name);
    // A theorem is also meant by another spelling of its name.
    const spelled = graph.theorems.filter(({ key }) => key === theoremKey(name)).map(({ id }) => id);
    const ids = exact.length > 0 ? exact : spelled;
    const found = records.filter(({ id }) => ids.includes(id));
    const [item] = found;
    if (item === undefined || found.length > 1) {
      const shown = found.length > 1 ? ids : similarEntryIds(database, name, 100);
      const near = shown.filter((id) => records.some((record) => record.id === id)).slice(0, MAX_CANDIDATES);
      throw notOne(name, found.length, entryLines(database, near), graph.name);
    }
    const users = usersByKey(graph);
    const theorems = new Map(graph.theorems.map((theorem) => [theorem.key, theorem]));
    const { id, ...record } = item;
    const report: TemplatesShowReport = {
      ...{ schema: 'lemmahead/templates-show@1', graph: graph.name, imported: graph.isImported, plan: graph.plan },
      ...{ id, item: record },
      theorems: theoremsOf(item).map((key) => theoremLine(theorems.get(key)!)),
      step_range: stepRangeOf(item, graph),
      used_by: (users.get(item.key) ?? []).map((user) => graphLine(user, users)),
    };
    return { exit: 'done', data: report, render: (style) => renderTemplatesShow(report, style) };
  });

function stepRangeOf(item: Stored, graph: TemplateGraph): TemplatesShowReport['step_range'] {
  if (item.record !== 'template') return null;
  const { spread } = graph.plan;
  const thresholds = { ...DEFAULT_THRESHOLDS, ...(typeof spread === 'number' ? { spread } : {}) };
  return applyRules(recordsOf(graph), thresholds).ranges[String(item.level ?? 'unknown')] ?? null;
}

function notOne(name: string, count: number, near: ReturnType<typeof entryLines>, graph: string): Failure {
  return new Failure('no', count === 0 ? 'template-unknown' : 'template-ambiguous', {
    message:
      count === 0
        ? `The graph has no template, problem or theorem named ${name}.`
        : `${count} of the graph are named ${name}.`,
    ...(near.length === 0 ? {} : { reason: near.map(({ id, kind, key }) => `${id} ${kind} ${key}`).join('; ') }),
    next:
      near.length === 0
        ? `lemmahead templates list ${graphFlag(graph)}`
        : `lemmahead templates show ${near[0]!.id} ${graphFlag(graph)}`,
  });
}
