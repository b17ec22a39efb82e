/** `lemmahead graph runs`: the runs that changed the knowledge graph of the library. */
import { libraryPathFor } from '../config/paths.ts';
import { withLibrary } from '../library/library.ts';
import { listRuns } from '../library/runs.ts';
import type { GraphRunsOptions } from '../options/entity-options.ts';
import type { GraphRunsReport } from '../report/entity-schema.ts';
import { renderGraphRuns } from '../report/entity-text.ts';
import { snakeKeys } from '../report/json-keys.ts';
import type { Command } from './command.ts';

export const graphRuns: Command<GraphRunsOptions, GraphRunsReport> = (_options, { settings }) =>
  withLibrary(libraryPathFor(settings), {}, ({ database }) => {
    const runs = listRuns(database).map(({ options, counts, ...run }) => ({ ...snakeKeys(run), options, counts }));
    const report: GraphRunsReport = { schema: 'lemmahead/graph-runs@1', runs };
    return { exit: 'done', data: report, render: (style) => renderGraphRuns(report, style) };
  });
