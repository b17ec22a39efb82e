/** `lemmahead concepts build`: builds the concept base of the index, offline or with what a model adds. */
import { resolve } from 'node:path';
import { libraryPathFor } from '../config/paths.ts';
import type { BaseSummary } from '../builders/concepts/build-base.ts';
import { buildInThread, STAGES } from '../builders/concepts/build-in-thread.ts';
import type { ModelRow } from '../concepts/model-rows.ts';
import type { ConceptsBuildOptions } from '../options/concepts-options.ts';
import { renderConceptsBuild, stageText } from '../report/concepts-build.ts';
import { snakeKeys } from '../report/json-keys.ts';
import { conceptsPathFor } from '../session/command-concepts.ts';
import type { CommandContext } from '../session/command-context.ts';
import { withIndexPath } from '../session/command-index.ts';
import { refreshProject } from '../session/refresh.ts';
import type { Command } from './command.ts';

/** Exit `budget` if a limit ended the requests to the model; the base has what was answered by then. */
export const conceptsBuild: Command<ConceptsBuildOptions> = async (options, context) => {
  const started = performance.now();
  await refreshProject(context);
  const { addByModels, dryRunOfModels } = await import('./concepts-build-models.ts');
  if (options.dryRun) return dryRunOfModels(options, context);
  const path = conceptsPathFor(context.settings);
  const build = (rows: readonly ModelRow[]): Promise<BaseSummary> => buildBase(path, rows, options, context);
  const { summary, models, exit } = await addByModels(options, context, { path, build });
  for (const warning of summary.warnings) context.log.warn(warning);
  for (const problem of summary.problems) context.log.warn(`A list is left out: ${problem}`);
  const report = { path, ...summary, models, seconds: (performance.now() - started) / 1000 };
  return {
    exit,
    data: { schema: 'lemmahead/concepts-build@1', ...snakeKeys(report) },
    render: (style) => renderConceptsBuild(report, style),
  };
};

/** `modelRows`: what models wrote, now and for earlier bases. */
async function buildBase(
  path: string,
  modelRows: readonly ModelRow[],
  { lists, withoutList, again }: ConceptsBuildOptions,
  { settings, signal, cwd, startProgress }: CommandContext,
): Promise<BaseSummary> {
  const progress = startProgress('Building');
  return withIndexPath(settings, (indexPath) =>
    buildInThread({
      path,
      again,
      indexPath,
      listFolders: lists.map((folder) => resolve(cwd, folder)),
      libraryPath: libraryPathFor(settings),
      withoutLists: withoutList,
      modelRows,
      signal,
      onStage: (stage) => progress.update(STAGES.indexOf(stage), STAGES.length, stageText(stage)),
    }),
  ).finally(() => progress.stop());
}
