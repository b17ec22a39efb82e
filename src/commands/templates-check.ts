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

/** Exit `no` if something does not hold. Only `--apply` changes something, and only then if nothing is wrong. */
export const templatesCheck: Command<TemplatesCheckOptions, TemplatesCheckReport> = (options, { settings }) =>
  withLibrary(libraryPathFor(settings), { writable: options.apply, create: false }, (library) => {
    const graph = openGraph(library.database, settings.templateGraph);
    const before = recordsOf(graph);
    const violations = graphViolations(before).map(({ text }) => text);
    const thresholds = thresholdsOf({ ...options, match: options.match ? ['lean'] : [] });
    const { records, ranges } = applyRules(before, thresholds);
    const changed = records.filter((record, at) => rejectionOf(record) !== rejectionOf(before[at]!)).length;
    // Without a level there is no template that the rules decide on.
    if (options.apply && Object.keys(ranges).length > 0 && violations.length === 0) {
      const { matchAlpha: match_alpha, matchK: match_k, ...rest } = thresholds;
      const { match_alpha: _, match_k: __, ...others } = graph.plan;
      const plan = { ...others, ...rest, ...(match_alpha === null ? {} : { match_alpha, match_k }) };
      saveGraph(library, { name: graph.name, plan, isImported: graph.isImported, records });
    }
    const report: TemplatesCheckReport = {
      ...{
        schema: 'lemmahead/templates-check@1',
        graph: graph.name,
        violations,
        changed,
        applied: options.apply,
        steps: ranges,
      },
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
