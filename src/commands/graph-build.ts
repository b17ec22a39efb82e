/** `lemmahead graph build`: fills the attributes of the library's entities by rules. */
import { Failure } from '../base/errors.ts';
import { buildTerms } from '../builders/knowledge/build-terms.ts';
import { buildEntities } from '../builders/knowledge/build-entities.ts';
import { entityCandidates } from '../builders/knowledge/entity-candidates.ts';
import { libraryPathFor } from '../config/paths.ts';
import { requireSources } from '../library/filter-entries.ts';
import { withLibrary } from '../library/library.ts';
import { endRun, startRun } from '../library/runs.ts';
import type { GraphBuildOptions } from '../options/entity-options.ts';
import type { GraphBuildReport } from '../report/entity-schema.ts';
import { renderGraphBuild } from '../report/entity-text.ts';
import { noEntities } from '../session/no-entities.ts';
import type { Command } from './command.ts';

/** Exit `no` if the library has no entities. */
export const graphBuild: Command<GraphBuildOptions, GraphBuildReport> = async (
  { source: sources, terms },
  { settings, signal, startProgress },
) => {
  const path = libraryPathFor(settings);
  const started = performance.now();
  return withLibrary(path, { writable: true, create: false }, async (library) => {
    const { database } = library;
    requireSources(database, sources);
    const progress = startProgress('Reading entities');
    const run = startRun(database, 'build', { sources, terms });
    const onProgress = (done: number, total: number): void => progress.update(done, total, '');
    const work = { sources, run, signal, onProgress };
    const build = async () => {
      // Both read all of them, and neither changes what they read.
      const candidates = entityCandidates(database);
      const built = await buildEntities(library, candidates, work);
      const named = await buildTerms(library, candidates, { ...work, terms: built.isInterrupted ? false : terms });
      return { built, named };
    };
    const { built, named } = await build().finally(() => progress.stop());
    const { entities, changed, attributes } = built;
    const kept = endRun(database, run, {
      entities: changed,
      ...attributes,
      ...(named.entities === 0 ? {} : { names: named.references }),
    });
    if (built.isInterrupted || named.isInterrupted) {
      throw new Failure('interrupted', 'interrupted', {
        message: `Interrupted after ${changed} entities.`,
        next: 'Repeat the command: finished entities are not read again.',
      });
    }
    if (entities === 0) throw noEntities();
    const report: GraphBuildReport = {
      schema: 'lemmahead/graph-build@1',
      path,
      run: kept,
      entities: { read: entities, changed, unchanged: entities - changed },
      attributes,
      names: { read: named.entities, found: named.references },
      seconds: (performance.now() - started) / 1000,
    };
    return { exit: 'done', data: report, render: (style) => renderGraphBuild(report, style) };
  });
};
