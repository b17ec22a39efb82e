/** `lemmahead templates remove`: removes a graph of templates from the library, after confirmation; also a damaged one. */
import { Failure } from '../base/errors.ts';
import { graphMissing } from '../builders/templates/template-graph.ts';
import { libraryPathFor } from '../config/paths.ts';
import { withLibrary } from '../library/library.ts';
import { countGraph, removeGraph, templateGraphs } from '../library/template-graphs.ts';
import type { TemplatesRemoveOptions } from '../options/template-graph-options.ts';
import type { TemplatesRemoveReport } from '../report/template-graph-schema.ts';
import { graphSizes } from '../report/template-graph-report.ts';
import { renderTemplatesRemove } from '../report/template-graph-text.ts';
import { confirm } from '../ui/confirm.ts';
import type { Command } from './command.ts';

/** Exit `no` if the user declines. @throws {Failure} `not-confirmed`, `template-graph-missing` */
export const templatesRemove: Command<TemplatesRemoveOptions, TemplatesRemoveReport> = (
  { yes },
  { settings, signal },
) =>
  withLibrary(libraryPathFor(settings), { writable: true, create: false }, async (library) => {
    const name = settings.templateGraph;
    const counts = countGraph(library.database, name);
    if (counts === null) throw graphMissing(name, templateGraphs(library.database));
    const sizes = { theorems: counts.theorem, problems: counts.problem, templates: counts.template };
    const isSure = yes || (await confirm(`This removes ${name}: ${graphSizes(sizes)}. Continue?`, signal));
    if (isSure === null) {
      throw new Failure('usage', 'not-confirmed', {
        message: `This would remove ${name}: ${graphSizes(sizes)}. Nothing was removed.`,
        reason: 'There is no terminal on which to ask for confirmation.',
        next: 'Repeat the command with --yes.',
      });
    }
    if (isSure) removeGraph(library, name);
    const report: TemplatesRemoveReport = {
      schema: 'lemmahead/templates-remove@1',
      ...{ graph: name, removed: isSure, ...sizes },
    };
    return { exit: isSure ? 'done' : 'no', data: report, render: (style) => renderTemplatesRemove(report, style) };
  });
