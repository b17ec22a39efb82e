/** `lemmahead templates check`: whether a graph of templates is intact, and which templates other thresholds would keep. */
import type { GraphItemRecord } from '../builders/templates/graph-records.ts';
import { applyRules } from '../builders/templates/model/graph-rules.ts';
import { graphViolations, openGraph, recordsOf, saveGraph } from '../builders/templates/template-graph.ts';
import { libraryPathFor } from '../config/paths.ts';
import { withLibrary } from '../library/library.ts';
import type { TemplatesCheckOptions } from '../options/template-graph-options.ts';
import type { TemplatesCheckReport } from '../report/template-graph-schema.ts';
import { renderTemplatesCheck } from '../report/template-graph-text.ts';
import { thresholdsOf } from '../session/template-model-build.ts';
import type { Command } from './command.ts';

/** Exit `no` if something does not hold; then nothing is changed. */
export const templatesCheck: Command<TemplatesCheckOptions, TemplatesCheckReport> = (options, { settings }) =>
  withLibrary(libraryPathFor(settings), { writable: options.apply, create: false }, (library) => {
    const graph = openGraph(library.database, settings.templateGraph);
    const before = recordsOf(graph);
    const violations = graphViolations(before);
    const thresholds = thresholdsOf({ ...options, match: options.match ? ['lean'] : [] });
    const { records, ranges } = options.apply ? applyRules(before, thresholds) : { records: before, ranges: {} };
    const changed = records.filter((record, at) => rejectionOf(record) !== rejectionOf(before[at]!)).length;
    if (changed > 0 && violations.length === 0) {
      const { matchAlpha: match_alpha, ...rest } = thresholds;
      const plan = { ...graph.plan, ...rest, ...(match_alpha === null ? {} : { match_alpha }) };
      saveGraph(library, { name: graph.name, plan, isImported: graph.isImported, records });
    }
    const report: TemplatesCheckReport = {
      ...{ schema: 'lemmahead/templates-check@1', graph: graph.name, violations, changed, steps: ranges },
      ...{ theorems: graph.theorems.length, problems: graph.problems.length, templates: graph.templates.length },
      kept: records.filter((record) => record.record === 'template' && record.rejected === null).length,
    };
    return {
      exit: violations.length === 0 ? 'done' : 'no',
      data: report,
      render: (style) => renderTemplatesCheck(report, style),
    };
  });

const rejectionOf = (record: GraphItemRecord): string | null => (record.record === 'template' ? record.rejected : null);
