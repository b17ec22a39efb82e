/** `lemmahead templates check`: whether a graph of templates is intact. */
import { graphViolations, recordsOf } from '../builders/templates/template-graph.ts';
import type { TemplatesCheckReport } from '../report/template-graph-schema.ts';
import { renderTemplatesCheck } from '../report/template-graph-text.ts';
import { withTemplateGraph } from '../session/command-template-graph.ts';
import type { Command } from './command.ts';

/** Exit `no` if something does not hold. */
export const templatesCheck: Command<object, TemplatesCheckReport> = (_, context) =>
  withTemplateGraph(context, (graph) => {
    const violations = graphViolations(recordsOf(graph));
    const { name, theorems, problems, templates } = graph;
    const report: TemplatesCheckReport = {
      ...{ schema: 'lemmahead/templates-check@1', graph: name, violations },
      ...{ theorems: theorems.length, problems: problems.length, templates: templates.length },
    };
    return {
      exit: violations.length === 0 ? 'done' : 'no',
      data: report,
      render: (style) => renderTemplatesCheck(report, style),
    };
  });
