/** `lemmahead concepts build`: builds the concept base of the index, offline. */
import { resolve } from 'node:path';
import { libraryPathFor } from '../config/paths.ts';
import { buildInThread, STAGES } from '../builders/concepts/build-in-thread.ts';
import type { ConceptsBuildOptions } from '../options/concepts-options.ts';
import { renderConceptsBuild, stageText } from '../report/concepts-build.ts';
import { snakeKeys } from '../report/json-keys.ts';
import { conceptsPathFor } from '../session/command-concepts.ts';
import { withIndexPath } from '../session/command-index.ts';
import { refreshProject } from '../session/refresh.ts';
import type { Command } from './command.ts';

export const conceptsBuild: Command<ConceptsBuildOptions> = async ({ lists, withoutList }, context) => {
  const started = performance.now();
  const { settings, signal, cwd } = context;
  await refreshProject(context);
  const path = conceptsPathFor(settings);
  const progress = context.startProgress('Building');
  const summary = await withIndexPath(settings, (indexPath) =>
    buildInThread({
      path,
      indexPath,
      listFolders: lists.map((folder) => resolve(cwd, folder)),
      libraryPath: libraryPathFor(settings),
      withoutLists: withoutList,
      signal,
      onStage: (stage) => progress.update(STAGES.indexOf(stage), STAGES.length, stageText(stage)),
    }),
  ).finally(() => progress.stop());
  for (const warning of summary.warnings) context.log.warn(warning);
  for (const problem of summary.problems) context.log.warn(`A list is left out: ${problem}`);
  const report = { path, ...summary, seconds: (performance.now() - started) / 1000 };
  return {
    exit: 'done',
    data: { schema: 'lemmahead/concepts-build@1', ...snakeKeys(report) },
    render: (style) => renderConceptsBuild(report, style),
  };
};
